"""What a return does to the campaign: taken, doubted, judged, and settled with the ground after the battle."""
