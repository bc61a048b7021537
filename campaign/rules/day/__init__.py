"""The campaign's rules between the battles: weather, light, supply, recovery, rest, marches, engineering, air and
logistics.
"""
