"""What every game of the kit is made of. It knows no game and no screen."""
