import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { distanceOf, fingerprintOf, fingerprintSide } from './fingerprint.ts'

/** Returns a grey picture of 32 by 32 pixels with these levels. */
const picture = (levelAt: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from({ length: fingerprintSide ** 2 }, (_, at) =>
    levelAt(at % fingerprintSide, Math.floor(at / fingerprintSide)),
  )

/** Tiles of four by four pixels with many levels. */
const tiles = (x: number, y: number): number => {
  const [across, down] = [Math.floor(x / 4), Math.floor(y / 4)]
  return 10 + ((across * 7 + down * 13 + across * across * down * 5) % 17) * 14
}
const of = (levelAt: (x: number, y: number) => number): bigint => {
  const found = fingerprintOf(picture(levelAt))
  assert.ok(found !== undefined)
  return found
}

const distanceTo = (levelAt: (x: number, y: number) => number): number => distanceOf(of(tiles), of(levelAt))

describe('a fingerprint', () => {
  test('is the same for the same picture, and fits into 64 bits with a sign', () => {
    assert.equal(of(tiles), of(tiles))
    assert.equal(BigInt.asIntN(64, of(tiles)), of(tiles))
  })

  test('hardly changes with brightness, contrast and a little noise', () => {
    const noise = (x: number, y: number) => ((x * 7 + y * 13) % 5) - 2
    assert.ok(distanceTo((x, y) => tiles(x, y) * 0.9 + 10) <= 2)
    assert.ok(distanceTo((x, y) => tiles(x, y) + noise(x, y)) <= 6)
  })

  test('differs for another picture, its mirror and its negative', () => {
    assert.ok(distanceTo((x, y) => tiles(x + 12, 3 * y)) > 12)
    assert.ok(distanceTo((x, y) => tiles(fingerprintSide - 1 - x, y)) > 12)
    assert.ok(distanceTo((x, y) => 255 - tiles(x, y)) > 40)
  })

  test('is undefined for an empty picture', () => {
    assert.equal(fingerprintOf(picture(() => 0)), undefined)
    assert.equal(fingerprintOf(picture(() => 255)), undefined)
    assert.equal(fingerprintOf(picture((x) => 250 + (x % 3))), undefined)
  })
})

test('the distance of two fingerprints is the number of different bits', () => {
  assert.equal(distanceOf(0n, 0n), 0)
  assert.equal(distanceOf(-1n, 0n), 64)
  assert.equal(distanceOf(BigInt.asIntN(64, 1n << 63n), 1n), 2)
})
