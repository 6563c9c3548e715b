import assert from 'node:assert/strict'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { pino } from 'pino'
import { activeOffer, expectOk, proof, submittedWork, workPath } from '../../../test/support/fixtures.ts'
import { pdf, reservedWork, uploadTo } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { proofIdAt } from '../proof.ts'
import { lastSweep, suspendSweep, sweepFiles, sweepFilesAndLog } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const work = await reservedWork(market)
const uploads = `${ctx.config.dataDir}/uploads`
const folder = `${uploads}/proofs`
await uploadTo(work, [pdf(), pdf(), pdf()])
const [day, hour] = [86_401, 3_600]

const newName = async () => {
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  return `${proofIdAt(now)}.pdf`
}

/** Runs the job of one process; returns how many files it removed, and the errors that it logged. */
async function swept(where = ctx): Promise<{ removed: number; log: string }> {
  const lines: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  return { removed: await sweepFilesAndLog(where, logger as never), log: lines.join('') }
}

test('files without a proof are removed after a day and others kept, unless most have no proof', async () => {
  const before = await readdir(folder)
  const orphan = await newName()
  await writeFile(`${folder}/${orphan}`, 'a file')
  const more = await Promise.all([...before, orphan].map(newName))
  for (const name of more) await writeFile(`${folder}/${name}`, 'a file')
  assert.equal((await swept()).removed, 0)
  market.pass(day)
  assert.equal((await swept()).removed, 0, 'most have no proof')
  for (const name of more) await rm(`${folder}/${name}`)
  assert.equal((await swept()).removed, 0, 'it is not time yet')
  market.pass(hour)
  assert.equal((await swept()).removed, 1)
  assert.deepEqual((await readdir(folder)).sort(), before.sort())
})

test('one of all processes sweeps each hour, and its results are stored', async () => {
  market.pass(hour)
  const all = await Promise.all([1, 2, 3, 4].map(() => sweepFiles(ctx)))
  assert.equal(all.filter((each) => each !== undefined).length, 1)
  assert.deepEqual(
    (await lastSweep(ctx)).found,
    all.find((each) => each !== undefined),
  )
})

test('a hanging file store holds no connection to the database', async () => {
  market.pass(hour)
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<string[]>()]
  const keys: typeof ctx.storage.keys = () => {
    requested.resolve()
    return answered.promise
  }
  const sweeping = sweepFiles({ ...ctx, storage: { ...ctx.storage, keys } })
  await requested.promise
  const { held } = await ctx.db.one<{ held: number }>(sql`
    select count(*) as held from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
  assert.equal(held, 0)
  answered.resolve([])
  assert.equal((await sweeping)?.looked, 0)
})

test('a sweep that was overtaken does not overwrite the other’s results', async () => {
  market.pass(hour)
  let other: Awaited<ReturnType<typeof sweepFiles>>
  const keys: typeof ctx.storage.keys = async () => {
    market.pass(hour)
    other = await sweepFiles(ctx)
    return []
  }
  assert.equal((await sweepFiles({ ...ctx, storage: { ...ctx.storage, keys } }))?.looked, 0)
  assert.equal(other?.looked, 3)
  assert.deepEqual((await lastSweep(ctx)).found, other)
})

test('a suspended sweep removes nothing until it resumes', async () => {
  await writeFile(`${folder}/${await newName()}`, 'a file')
  await suspendSweep(ctx, 3)
  market.pass(2 * day)
  assert.equal(await sweepFiles(ctx), undefined)
  await suspendSweep(ctx, 0)
  assert.equal((await swept()).removed, 1)
})

test('a sweep that was killed delays the next one for an hour', async () => {
  market.pass(hour)
  const keys: typeof ctx.storage.keys = async (of, ...range) => {
    if (of === 'proofs') throw new Error('killed')
    return ctx.storage.keys(of, ...range)
  }
  await assert.rejects(sweepFiles({ ...ctx, storage: { ...ctx.storage, keys } }), /killed/)
  assert.equal(await sweepFiles(ctx), undefined)
  market.pass(hour)
  assert.equal((await sweepFiles(ctx))?.looked, 3)
})

test('a proof without a file is logged each hour until the file is back', async () => {
  const [name = ''] = await readdir(folder)
  await rename(`${folder}/${name}`, `${uploads}/away`)
  for (let each = 0; each < 2; each++) {
    market.pass(hour)
    assert.match((await swept()).log, new RegExp(`"missing":\\["proofs/${name}"\\],"count":1`))
    assert.deepEqual((await lastSweep(ctx)).found?.missing, [`proofs/${name}`])
  }
  await rename(`${uploads}/away`, `${folder}/${name}`)
  market.pass(hour)
  assert.deepEqual(await swept(), { removed: 0, log: '' })
})

test('a file missing from a list is checked individually', async () => {
  market.pass(hour)
  const keys: typeof ctx.storage.keys = async (of, ...range) => (of === 'proofs' ? [] : ctx.storage.keys(of, ...range))
  assert.equal((await sweepFiles({ ...ctx, storage: { ...ctx.storage, keys } }))?.missingCount, 0)
})

test('many files are swept in several runs, with the same results as in one', async () => {
  const [name = ''] = (await readdir(folder)).sort()
  await rename(`${folder}/${name}`, `${uploads}/away`)
  const found: (readonly [number, number])[] = []
  for (let each = 0; each < 3; each++) {
    market.pass(hour)
    const sweep = await sweepFiles(ctx, 1)
    found.push([sweep?.looked ?? 0, sweep?.missingCount ?? 0])
  }
  assert.deepEqual(found, [
    [1, 1],
    [1, 1],
    [0, 1],
  ])
  assert.equal((await lastSweep(ctx)).found?.after, '')
  await rename(`${uploads}/away`, `${folder}/${name}`)
})

test('an upload that nobody submitted is deleted days after its reservation ended', async () => {
  const own = await reservedWork(market)
  await uploadTo(own, [pdf()])
  const count = async () =>
    (await ctx.db.one<{ count: number }>(sql`select count(*) as count from proofs where executor = ${own.executor.id}`))
      .count
  market.pass(30 * day)
  await ctx.db.run(
    sql`update reservations set expires_at = ${ctx.db.now()} + interval '1 hour' where executor = ${own.executor.id}`,
  )
  await swept()
  assert.equal(await count(), 1, 'it is still reserved')
  await ctx.db.run(
    sql`update reservations set status = 'Expired', ended_at = ${ctx.db.now()} where executor = ${own.executor.id}`,
  )
  market.pass(6 * day)
  await swept()
  assert.equal(await count(), 1, 'it was reserved a few days ago')
  market.pass(2 * day)
  const files = (await readdir(folder)).length
  await swept()
  assert.equal(await count(), 0)
  assert.ok((await readdir(folder)).length < files)
})

test('an upload for an appeal is kept until days after the appeal was possible', async () => {
  const offer = await activeOffer(market)
  const report = await submittedWork(market, offer.id)
  expectOk(await offer.advertiser.b.post(`/v1/reports/${report.id}/reject`, { reason: 'A page is missing.' }))
  const { appealDeadlineAtUtc } = expectOk(await report.executor.a.get(`/api/executor/executions/${report.id}`))
  await proof(report.executor, offer.id)
  const stored = () => ctx.db.run(sql`select from proofs where executor = ${report.executor.id}`)
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  const possible = (Date.parse(appealDeadlineAtUtc) - now.getTime()) / 1_000
  market.pass(possible + 6 * day)
  await swept()
  assert.equal(await stored(), 2)
  market.pass(2 * day)
  await swept()
  assert.equal(await stored(), 1)
})

test('uploads that an earlier revision of a report shows are kept', async () => {
  const offer = await activeOffer(market)
  const report = await submittedWork(market, offer.id)
  expectOk(await offer.advertiser.b.post(`/v1/reports/${report.id}/rework`, { reason: 'A page is missing.' }))
  const { rework } = expectOk(await report.executor.a.get(`/api/executor/executions/${report.id}`))
  const [, used] = [await proof(report.executor, offer.id), await proof(report.executor, offer.id)]
  const body = { reservationId: rework.reservationId, proofUrls: [used], details: {} }
  expectOk(await report.executor.a.post(`${workPath(offer.id)}/submit-execution`, body))
  const stored = () => ctx.db.run(sql`select from proofs where executor = ${report.executor.id}`)
  assert.equal(await stored(), 3)
  market.pass(30 * day)
  await swept()
  assert.equal(await stored(), 2, 'only the upload that no revision shows is deleted')
})
