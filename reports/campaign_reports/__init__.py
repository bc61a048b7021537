"""The print shop: pages drawn from ``campaign.views``, and from nothing else."""
