"""What the five books say: values in, values out. No SQL, files, clock, or global dice."""
