"""The map at work: routes, marches in time, location zones, contact, supply lines. Pure; NetworkX and Shapely
inside."""
