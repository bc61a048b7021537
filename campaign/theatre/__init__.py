"""The map as geometry: routes, marches in time, location zones, contact and supply lines, as pure functions over
NetworkX and Shapely.
"""
