import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { sql } from '../../server/platform/sql.ts'
import { verifyFiles } from '../../server/proofs/actions-verify.ts'
import { proofIdAt, signedUrl } from '../../server/proofs/proof.ts'
import { sweepFilesAndLog } from '../../server/proofs/sweep/actions.ts'
import { openProxy } from '../faults/proxy.ts'
import { executor } from '../support/fixtures.ts'
import { type Item, pdf, png, reservedWork, uploadTo } from '../support/inputs/uploads.ts'
import { openMarket } from '../support/market.ts'
import { startSwift, withoutSwift } from '../support/scenarios/openstack-swift.ts'
import { newBucket } from './bucket.ts'

const skip = withoutSwift
const swift = skip ? undefined : await startSwift()

/** Opens a market with its files in a bucket behind a proxy that can fail. */
async function open() {
  assert.ok(swift)
  const proxy = await openProxy(swift.port)
  const market = await openMarket(await newBucket(swift, proxy.port))
  const work = await reservedWork(market)
  const keys = () => market.ctx.storage.keys('proofs', '', 1000)
  const names = async () => {
    const rows = await market.ctx.db.many<{ name: string }>(
      sql`select 'proofs/' || id || '.' || extension as name from proofs order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  return { market, work, proxy, keys, names, storage: market.ctx.storage }
}

const pathOf = ({ url }: Item): string => new URL(url).pathname
const large = 4 * 1024 * 1024

test('a market stores its files in an object store and serves them', { skip }, async (t) => {
  const { market, work, proxy, keys, names } = await open()
  t.after(proxy.close)
  const document = pdf(large, 'отчёт.pdf')
  const { status, body } = await uploadTo(work, [document, await png()])
  assert.equal(status, 200)
  assert.deepEqual(await keys(), await names())
  const [item, picture] = body.items as [Item, Item]
  const headers = { authorization: `Bearer ${work.executor.token}` }
  const response = await fetch(market.url + pathOf(item), { headers })
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), document.bytes)
  const own = Object.fromEntries(response.headers)
  assert.equal(own['content-length'], String(large))
  assert.equal(own['content-type'], 'application/pdf')
  assert.equal(own['content-security-policy'], "sandbox; default-src 'none'")
  assert.equal(own['x-content-type-options'], 'nosniff')
  assert.match(own['content-disposition'] ?? '', /^attachment; /)
  assert.ok(!Object.keys(own).some((name) => name.startsWith('x-amz')), 'nothing of the store is told')
  const head = await work.executor.a.send('HEAD', pathOf(item))
  assert.deepEqual([head.status, head.headers.get('content-length'), head.raw], [200, String(large), ''])
  assert.equal((await work.executor.a.get(pathOf(picture))).status, 200)
  assert.equal((await market.as((await executor(market)).token).get(pathOf(item))).status, 404)
})

test('signed links open stored files until they expire, and are refused when altered', { skip }, async (t) => {
  const { market, work, proxy } = await open()
  t.after(proxy.close)
  const { ctx } = market
  const [item] = (await uploadTo(work, [pdf(2000)])).body.items as [Item]
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  const url = signedUrl(market.url, ctx.secretKey, { id: item.id, extension: 'pdf' }, now).slice(market.url.length)
  const read = async (path: string) => (await market.as().get(path)).status
  assert.equal(await read(url), 200)
  for (let at = url.indexOf('?'); at < url.length; at += 3)
    assert.ok((await read(`${url.slice(0, at)}~${url.slice(at + 1)}`)) >= 400)
  market.pass(901)
  assert.equal(await read(url), 403)
})

describe('an unavailable object store', () => {
  test('causes 503 only for uploads and downloads, and leaves nothing behind', { skip }, async (t) => {
    const { market, work, proxy, keys, names } = await open()
    t.after(proxy.close)
    const [item] = (await uploadTo(work, [pdf()])).body.items as [Item]
    const before = await keys()
    await swift?.kill()
    const refused = [await uploadTo(work, [pdf(), pdf()]), await work.executor.a.get(pathOf(item))]
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'temporarily_unavailable', '1'])
    assert.equal((await work.executor.a.send('HEAD', pathOf(item))).status, 503)
    assert.equal((await work.executor.a.get('/api/executor/offers/available')).status, 200)
    assert.deepEqual(await names(), before)
    await swift?.start()
    assert.equal((await work.executor.a.get(pathOf(item))).status, 200)
    assert.equal((await uploadTo(work, [pdf(), pdf()])).status, 200)
    assert.deepEqual(await keys(), await names())
    assert.equal((await verifyFiles(market.ctx)).ok, true)
  })

  test('during a transfer breaks the reader’s connection: no partial file appears complete', {
    skip,
  }, async (t) => {
    const { market, work, proxy } = await open()
    t.after(proxy.close)
    const [item] = (await uploadTo(work, [pdf(large)])).body.items as [Item]
    // Slow enough that the connection breaks in the middle of the transfer.
    proxy.setFault({ kind: 'throttle', bytesPerSecond: 2_000_000 })
    const headers = { authorization: `Bearer ${work.executor.token}` }
    const response = await fetch(market.url + pathOf(item), { headers })
    assert.deepEqual([response.status, response.headers.get('content-length')], [200, String(large)])
    proxy.setFault({ kind: 'reset' })
    await assert.rejects(response.arrayBuffer())
    proxy.setFault(undefined)
    assert.equal((await work.executor.a.get(pathOf(item))).status, 200)
  })

  test('during an upload leaves no file behind', { skip }, async (t) => {
    const { work, proxy, keys, names } = await open()
    t.after(proxy.close)
    proxy.setFault({ kind: 'throttle', bytesPerSecond: 1_000_000 })
    const uploading = uploadTo(work, [pdf(100_000), pdf(large)])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    proxy.setFault({ kind: 'reset' })
    const { status } = await uploading
    proxy.setFault(undefined)
    assert.deepEqual([status, await names()], [503, []])
    // A file that could not be deleted during the outage is swept after a day.
    assert.ok((await keys()).length <= 1)
  })
})

test('orphaned files are swept, and proofs without files are reported', { skip }, async (t) => {
  const { market, work, proxy, keys, storage } = await open()
  t.after(proxy.close)
  const { ctx } = market
  const items = (await uploadTo(work, [pdf(), pdf(), pdf()])).body.items as Item[]
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  const orphan = `proofs/${proofIdAt(now)}.pdf`
  const { mkdtemp, writeFile } = await import('node:fs/promises')
  const path = `${await mkdtemp(`${storage.workshop}/test-`)}/file`
  await writeFile(path, 'of nobody')
  await storage.put(orphan, path)
  await storage.remove(`proofs/${items[0]?.id}.pdf`)
  const lines: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  assert.equal(await sweepFilesAndLog(ctx, logger as never), 0)
  assert.ok(lines.join().includes(`"missing":["proofs/${items[0]?.id}.pdf"],"count":1`), lines.join())
  market.pass(86_401)
  const all = await Promise.all([1, 2, 3].map(() => sweepFilesAndLog(ctx, logger as never)))
  assert.deepEqual(all.toSorted(), [0, 0, 1], 'by one process alone')
  assert.deepEqual(
    await keys(),
    items
      .slice(1)
      .map(({ id }) => `proofs/${id}.pdf`)
      .sort(),
  )
})
