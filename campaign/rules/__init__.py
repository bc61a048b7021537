"""The rules of the five books as code: values in, values out. No SQL, files, clock, or global dice."""
