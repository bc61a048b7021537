"""Not Quite Mechanised, a tabletop system: one stand is a company or a platoon, one hour is one move."""
