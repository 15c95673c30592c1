"""Steps for positions in which no technique finds anything."""
