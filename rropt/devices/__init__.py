"""Devices that people can hold: dice, cards, coins, lots, birthdays or code that realise a mechanism exactly."""
