"""Forecasts: the campaign is played on from now many times, and what came of it is counted.

umpire.py      the campaign as the umpire's forecast plays it on: a snapshot without secrets
run.py         one campaign played on, with what was counted in it
watch.py       what is counted while a run is played
job.py         what is played, and the part of it that one process does
spread.py      runs in this process; the longest unbroken beginning; the end where intervals are narrow
processes.py   runs in several processes of this machine
cluster.py     runs on a cluster
statistics.py  intervals, means, quantiles, histograms
figures.py     from runs to the view
compare.py     the same dice for several courses of events
"""
