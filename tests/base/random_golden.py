"""Prints the golden values of random_test.cpp: xoshiro256++ and splitmix64 in arithmetic of their own.

splitmix64 is checked against its published vector for seed 1234567, xoshiro256++ against the one
for the state 1, 2, 3, 4.
"""
import math

WORD = (1 << 64) - 1


def splitmix64(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield z ^ (z >> 31)


def rotate(x, k):
    return ((x << k) | (x >> (64 - k))) & WORD


class Generator:
    def __init__(self, seed=None, state=None):
        words = splitmix64(seed) if seed is not None else iter(state)
        self.s = [next(words) for _ in range(4)]

    def bits(self):
        s = self.s
        result = (rotate((s[0] + s[3]) & WORD, 23) + s[0]) & WORD
        shifted = (s[1] << 17) & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 45)
        return result

    def uniform(self):
        return (self.bits() >> 11) * 2.0**-53

    def below(self, bound):
        while True:
            product = self.bits() * bound
            if product % 2**64 >= 2**64 % bound:
                return product >> 64

    def normal(self):  # the ratio of uniforms by its definition, without bounds that save a log
        while True:
            u = 1 - self.uniform()
            v = 1.7156 * (self.uniform() - 0.5)
            if v * v <= -4 * u * u * math.log(u):
                return v / u


words = splitmix64(1234567)
assert [next(words) for _ in range(3)] == [
    6457827717110365317, 3203168211198807973, 9817491932198370423]
generator = Generator(state=[1, 2, 3, 4])
assert [generator.bits() for _ in range(3)] == [41943041, 58720359, 3588806011781223]

for seed in (0, 1, 42, 2**64 - 1):
    generator = Generator(seed)
    print("bits, seed", seed, [hex(generator.bits()) for _ in range(5)])
generator = Generator(1)
print("uniform, seed 1", [generator.uniform() for _ in range(3)])
generator = Generator(7)
print("below 10, seed 7", [generator.below(10) for _ in range(12)])
generator = Generator(7)
print("below 3 * 2^61, seed 7", [generator.below(3 * 2**61) for _ in range(8)])
generator = Generator(9)
print("normal, seed 9", [generator.normal() for _ in range(6)])
generator, items = Generator(3), list(range(8))
for i in range(7, 0, -1):
    j = generator.below(i + 1)
    items[i], items[j] = items[j], items[i]
print("shuffle of 0..7, seed 3", items)
generator, items = Generator(5), list(range(20))
for i in range(6):
    j = i + generator.below(20 - i)
    items[i], items[j] = items[j], items[i]
print("sample of 6 out of 20, seed 5", items[:6])
