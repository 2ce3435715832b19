"""Databases of earlier releases, and the program that writes them."""
