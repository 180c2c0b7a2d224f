"""Sicily: The Race for Messina, by the rules of SPI 1981 (Victory in the West volume 3).

The series standard rules 1-14 and the Sicily exclusive rules 15-30 apply together; the latter go first.
"""
