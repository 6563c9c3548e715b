import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import { noise } from '../../../test/support/inputs/bytes.ts'
import { disguises, page, scene } from '../../../test/support/inputs/pictures.ts'
import { distanceOf, fingerprintOf, fingerprintSide } from '../fingerprint.ts'
import { hasDamagedScan } from './jpeg-scan.ts'
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

const picture = await noise()
const whole = await picture.clone().jpeg().toBuffer()
const middle = Math.floor(whole.length / 2)

test('every whole JPEG is recognized as such', async () => {
  const sides = [1, 17, 64]
  const kinds: readonly ((colours: Sharp) => Sharp)[] = [
    (colours) => colours,
    (colours) => colours.greyscale(),
    (colours) => colours.toColourspace('cmyk'),
  ]
  const options: readonly JpegOptions[] = [
    { chromaSubsampling: '4:4:4', quality: 100 },
    { chromaSubsampling: '4:2:0', optimiseCoding: false },
    { progressive: true },
  ]
  for (const width of sides)
    for (const height of sides)
      for (const kind of kinds)
        for (const each of options) {
          const jpeg = await kind(picture.clone().resize(width, height)).jpeg(each).toBuffer()
          assert.equal(await hasDamagedScan(jpeg), false, `${width} ${height} ${JSON.stringify(each)} ${kind}`)
        }
})

test('bytes that cameras add behind the pixels are no damage', async () => {
  const others = Array.from({ length: 100 }, (_, index) => index + 1)
  assert.equal(await hasDamagedScan(Buffer.concat([whole.subarray(0, -2), Buffer.from(others)])), false)
})

test('more coefficients than a block has are damage', async () => {
  assert.equal(await hasDamagedScan(Buffer.from(whole).fill(0, middle, middle + 40)), true)
})

test('bits that are no code are damage', async () => {
  assert.equal(await hasDamagedScan(Buffer.from(whole).fill('ff00', middle, middle + 8, 'hex')), true)
})

test('codes behind the last block are damage', async () => {
  const lower = Buffer.from(whole)
  lower.writeUInt16BE(160, lower.indexOf(Buffer.from([0xff, 0xc0])) + 5)
  assert.equal(await hasDamagedScan(lower), true)
})
