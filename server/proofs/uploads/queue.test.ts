import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome } from '../../../test/support/fixtures.ts'
import { drawing, pdf, reservedWork, uploadTo } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'

const wide = async (side: number) => ({
  fileName: 'a.png',
  type: 'image/png',
  bytes: await drawing().resize(side, side, { fit: 'fill' }).png().toBuffer(),
})

test('an account may draw a limited number of pixels in a minute, including refused forms', async () => {
  const market = await openMarket({ pictureMegapixelsPerMinute: 2 })
  const [work, other] = [await reservedWork(market), await reservedWork(market)]
  const picture = await wide(1_000)
  const broken = { ...picture, bytes: picture.bytes.subarray(0, picture.bytes.length / 2) }
  assert.equal(outcome(await uploadTo(work, [picture, broken])), '400 unsupported_file_type')
  const refused = await uploadTo(work, [picture])
  assert.equal(outcome(refused), '429 rate_limited')
  assert.deepEqual(refused.body['violated-policies'], ['pixels'])
  assert.ok(Number(refused.headers.get('retry-after')) > 50)
  assert.equal(outcome(await uploadTo(work, [pdf()])), '200', 'a document has no pixels')
  assert.equal(outcome(await uploadTo(other, [picture])), '200')
  market.pass(61)
  assert.equal(outcome(await uploadTo(work, [picture])), '200')
})

test('a picture with more pixels than a minute allows is drawn if nothing else was', async () => {
  const market = await openMarket({ pictureMegapixelsPerMinute: 1 })
  const work = await reservedWork(market)
  assert.equal(outcome(await uploadTo(work, [await wide(1_200)])), '200')
})
