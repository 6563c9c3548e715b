import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JpegOptions, Sharp } from 'sharp'
import { noise } from '../../../test/support/inputs/bytes.ts'
import { hasDamagedScan } from './jpeg-scan.ts'

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
