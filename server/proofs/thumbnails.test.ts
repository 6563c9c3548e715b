import assert from 'node:assert/strict'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { executor } from '../../test/support/fixtures.ts'
import { blackPng } from '../../test/support/inputs/bytes.ts'
import { type FormPart, type Item, pdf, reservedWork, uploadTo } from '../../test/support/inputs/uploads.ts'
import { openMarket } from '../../test/support/market.ts'
import { createKey } from '../accounts/actions.ts'
import { sql } from '../platform/sql.ts'
import { removeFiles } from './actions.ts'
import { verifyFiles } from './actions-verify.ts'
import { keyOf, type ProofName, proofIdAt, signedUrl, thumbnailKeyOf } from './proof.ts'
import { sweepFiles } from './sweep/actions.ts'

const market = await openMarket()
const { ctx } = market
const work = await reservedWork(market)
const { token } = work.executor

const pathOf = ({ url }: Item): string => new URL(url).pathname
const store = async (...parts: FormPart[]): Promise<Item[]> => (await uploadTo(work, parts)).body.items
const storeOne = async (part: FormPart): Promise<Item> => (await store(part))[0] as Item

/** Reads the small picture of a file. */
async function read(item: Item, more = '?thumbnail=true', bearer: string | undefined = token, method = 'GET') {
  const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const response = await fetch(market.url + pathOf(item) + more, { method, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, bytes }
}
const sizeOf = async (item: Item) => {
  const { width, height, format } = await sharp((await read(item)).bytes).metadata()
  return { width, height, format }
}

const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })
const jpg = (bytes: Uint8Array): FormPart => ({ fileName: 'a.jpg', type: 'image/jpeg', bytes })
const png = (bytes: Uint8Array): FormPart => ({ fileName: 'a.png', type: 'image/png', bytes })

describe('the thumbnail of a picture', () => {
  test('is a WebP of at most 320 pixels a side, upright and without metadata', async () => {
    const turned = canvas(2000, 1000)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Artist: 'somebody' } })
    const item = await storeOne(jpg(await turned.jpeg().toBuffer()))
    const { status, type, bytes, headers } = await read(item)
    assert.deepEqual([status, type], [200, 'image/webp'])
    assert.equal(headers.get('content-length'), String(bytes.length))
    assert.match(headers.get('content-disposition') ?? '', /\.webp/)
    const { width, height, exif, orientation } = await sharp(bytes).metadata()
    assert.deepEqual([width, height, exif, orientation], [160, 320, undefined, undefined])
  })

  test('is not larger than the picture, and keeps transparency', async () => {
    const item = await storeOne(png(await canvas(40, 20, 4).png().toBuffer()))
    assert.deepEqual(await sizeOf(item), { width: 40, height: 20, format: 'webp' })
    assert.equal((await sharp((await read(item)).bytes).metadata()).hasAlpha, true)
  })

  test('exists for pictures of hostile sizes', async () => {
    const sizes = [
      [12_000, 1, 320, 1],
      [1, 12_000, 1, 320],
      [10_000, 5_000, 320, 160],
      [1, 1, 1, 1],
    ] as const
    for (const [width, height, ...expected] of sizes) {
      const found = await sizeOf(await storeOne(png(blackPng(width, height))))
      assert.deepEqual([found.width, found.height, found.format], [...expected, 'webp'], `${width} × ${height}`)
    }
  })

  test('is read by HEAD, and the file itself without the parameter', async () => {
    const item = await storeOne(png(await canvas(640, 640).png().toBuffer()))
    const { bytes } = await read(item)
    const head = await read(item, '?thumbnail=true', token, 'HEAD')
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])
    for (const more of ['', '?thumbnail=false']) assert.equal((await read(item, more)).type, 'image/png')
    assert.equal((await read(item, '?thumbnail=small')).status, 400)
  })

  test('is for those who may read the file, and for holders of its link', async () => {
    const item = await storeOne(png(await canvas(640, 640).png().toBuffer()))
    const writing = await createKey(ctx, { email: work.advertiser.email, scopes: ['reports:write'] })
    const { token: stranger } = await executor(market)
    const statusFor = async (bearer: string | undefined) => (await read(item, '?thumbnail=true', bearer)).status
    assert.equal(await statusFor(work.advertiser.key), 200)
    assert.equal(await statusFor(stranger), 404)
    assert.equal(await statusFor(writing.secret), 403)
    assert.equal(await statusFor('garbage'), 401)
    const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
    const proof: ProofName = { id: item.id, extension: 'png' }
    const link = signedUrl(ctx.config.publicUrl, ctx.secretKey, proof, now).slice(ctx.config.publicUrl.length)
    const byLink = async (url: string) => (await fetch(`${market.url}${url}&thumbnail=true`)).status
    assert.equal(await byLink(link), 200)
    assert.equal(await byLink(link.replace(/sig=../, 'sig=__')), 403)
    market.pass(900)
    assert.equal(await byLink(link), 403)
    market.pass(-900)
  })
})

test('a document and a picture whose thumbnail is lost are sent themselves', async () => {
  const [document, picture] = (await store(pdf(), png(await canvas(640, 640).png().toBuffer()))) as [Item, Item]
  assert.equal((await read(document)).type, 'application/pdf')
  await ctx.storage.remove(thumbnailKeyOf(picture))
  assert.equal((await read(picture)).type, 'image/png')
  await removeFiles(ctx.storage, { id: picture.id, extension: 'png' })
  assert.equal((await read(picture)).status, 404)
})

test('a thumbnail without a proof is removed with its file', async () => {
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  const id = proofIdAt(now)
  const path = `${ctx.storage.workshop}/orphan`
  await writeFile(path, 'a file')
  for (const key of [`proofs/${id}.png`, thumbnailKeyOf({ id })]) await ctx.storage.put(key, path)
  market.pass(86_401)
  await sweepFiles(ctx)
  assert.equal(await ctx.storage.sizeOf(thumbnailKeyOf({ id })), undefined)
})

test('verifying compares every file and thumbnail with what was stored', async () => {
  const other = await openMarket()
  const { ctx } = other
  const pictures = [jpg(await canvas(40, 40).jpeg().toBuffer()), jpg(await canvas(50, 50).jpeg().toBuffer())]
  const uploaded = await uploadTo(await reservedWork(other), [...pictures, pdf(), pdf(700)])
  const [picture, old, document, torn] = uploaded.body.items as [Item, Item, Item, Item]
  await ctx.db.run(sql`update proofs set stored_size = null, stored_sha256 = null where id = ${old.id}::uuid`)
  assert.deepEqual((await verifyFiles(ctx)).damaged, [])
  const pathTo = (key: string) => `${ctx.config.dataDir}/uploads/${key}`
  const [photo, oldPhoto] = [keyOf({ id: picture.id, extension: 'jpg' }), keyOf({ id: old.id, extension: 'jpg' })]
  const [paper, cut] = [keyOf({ id: document.id, extension: 'pdf' }), keyOf({ id: torn.id, extension: 'pdf' })]
  const bytes = await readFile(pathTo(photo))
  await writeFile(pathTo(photo), bytes.with(30, (bytes[30] ?? 0) ^ 1))
  for (const key of [oldPhoto, cut, thumbnailKeyOf(old)]) await truncate(pathTo(key), 10)
  await rm(pathTo(paper))
  const { ok, missing, missingCount, damaged, damagedCount } = await verifyFiles(ctx)
  assert.deepEqual(
    { ok, missing, missingCount, damagedCount },
    { ok: false, missing: [paper], missingCount: 1, damagedCount: 4 },
  )
  assert.deepEqual(damaged, [photo, oldPhoto, cut, thumbnailKeyOf(old)].sort())
})
