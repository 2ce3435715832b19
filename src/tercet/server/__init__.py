"""The table on the network: live play that loses nothing and tells nobody too much."""
