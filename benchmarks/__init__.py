"""Measurements of speed and memory; `python3 run.py bench` runs them."""
