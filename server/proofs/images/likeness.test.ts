import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { disguises, page, scene } from '../../../test/support/inputs/pictures.ts'
import { distanceOf, fingerprintOf, fingerprintSide } from '../fingerprint.ts'
import { areDuplicates, likenessSide } from './likeness.ts'

const seed = Number(process.env.SEED ?? 20261121)
console.log(`SEED=${seed}`)
const rounds = process.env.LONG ? 40 : 6
/** The limit that the search for similar pictures uses. */
const distanceMax = 10

const grey = (picture: Buffer, side: number): Promise<Uint8Array> =>
  sharp(picture).flatten({ background: '#fff' }).resize(side, side, { fit: 'fill' }).greyscale().raw().toBuffer()

type Picture = { readonly fingerprint: bigint; readonly pixels: Uint8Array }
async function seen(picture: Buffer): Promise<Picture> {
  const [small, pixels] = [await grey(picture, fingerprintSide), await grey(picture, likenessSide)]
  const fingerprint = fingerprintOf(small)
  assert.ok(fingerprint !== undefined)
  return { fingerprint, pixels }
}
const isNear = (one: Picture, other: Picture) => distanceOf(one.fingerprint, other.fingerprint) <= distanceMax
const isNoticed = (one: Picture, other: Picture) => isNear(one, other) && areDuplicates(one.pixels, other.pixels)

const numbers = Array.from({ length: rounds }, (_, round) => seed + round * 7919)
const pictures = await Promise.all(numbers.flatMap((each) => [scene(each), page(each, each + 1)]))
const originals = await Promise.all(pictures.map(seen))

describe('nearly all duplicates are detected', () => {
  for (const [what, [, disguise]] of Object.entries(disguises))
    test(what, async () => {
      const copies = await Promise.all(pictures.map(async (picture) => seen(await disguise(picture))))
      const noticed = copies.filter((copy, index) => isNoticed(copy, originals[index] as Picture)).length
      assert.ok(noticed >= copies.length * 0.8, `${noticed} of ${copies.length}`)
    })
})

test('different pictures are never detected as duplicates', () => {
  const pairs = originals.flatMap((one, index) => originals.slice(0, index).map((other) => [one, other] as const))
  assert.equal(pairs.filter(([one, other]) => isNoticed(one, other)).length, 0)
})

test('the same page with another name is similar, but no duplicate', async () => {
  const twins = await Promise.all(numbers.map(async (each) => seen(await page(each, each + 2))))
  const own = originals.filter((_, index) => index % 2 === 1)
  assert.ok(twins.filter((twin, index) => isNear(twin, own[index] as Picture)).length >= rounds * 0.8)
  const noticed = twins.filter((twin, index) => isNoticed(twin, own[index] as Picture)).length
  assert.ok(noticed <= rounds * 0.1, `${noticed} of ${rounds}`)
})
