import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import { activeOffer, advertiser, expectOk, outcome, type Person } from '../../../test/support/fixtures.ts'
import { type Market, openMarket } from '../../../test/support/market.ts'
import { waitForBlockedStatements } from '../../../test/support/scenarios/blocked-request.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { nothingRead, readerOf } from './actions-read.ts'
import { runImports, sweepImports } from './actions-worker.ts'
import { attemptsMax, lineBytesMax, linesMax } from './import.ts'
import { claimImport, endImport, writeProgress } from './sql.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

const csv = { 'content-type': 'text/csv' }
const jsonl = { 'content-type': 'application/x-ndjson' }

const offered = (members: object = {}, owner?: Person) =>
  activeOffer(market, {
    ...(owner ? { advertiser: owner } : {}),
    members: { totalLimit: undefined, items: [{ externalId: 'first', data: { n: 0 } }], ...members },
  })
type Offered = Awaited<ReturnType<typeof offered>>

const send = ({ advertiser: owner, id }: Offered, file: string | Uint8Array, headers: object = csv, query = '') =>
  owner.b.send('POST', `/v1/tasks/${id}/imports${query}`, file, { ...headers })
const read = async ({ advertiser: owner, id }: Offered, importId: number) =>
  expectOk(await owner.b.get(`/v1/tasks/${id}/imports/${importId}`))
const taskOf = async ({ advertiser: owner, id }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const itemsOf = async ({ advertiser: owner, id }: Offered) =>
  expectOk(await owner.b.get(`/v1/tasks/${id}/items?pageSize=100`)).items

/** Sends a part of a body and returns the answer of the server. */
async function answerTo(
  { url }: Market,
  { advertiser: { key }, id }: Offered,
  header: string,
  body: string,
  ends = false,
) {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /v1/tasks/${id}/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\n${header}\r\n\r\n${body}`,
  )
  if (ends) socket.end()
  const answer = ends ? await text(socket) : String(await once(socket, 'data'))
  socket.destroy()
  return answer
}

async function imported(task: Offered, file: string | Uint8Array, headers: object = csv, query = '') {
  const answer = await send(task, file, headers, query)
  assert.equal(answer.status, 202, answer.raw)
  await runImports(market.ctx)
  return read(task, answer.body.id)
}

/** Asserts that the file is refused with exactly these lines, fields and codes, and added nothing. */
async function refuses(file: string | Uint8Array, faults: readonly string[], headers: object = csv) {
  const task = await offered()
  const { status, items, faults: count, errors, reason } = await imported(task, file, headers)
  assert.deepEqual(
    errors.map(({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`),
    faults,
  )
  assert.deepEqual([status, items, count, reason], ['Failed', null, faults.length, null])
  assert.equal((await itemsOf(task)).length, 1)
}

describe('an import', () => {
  test('adds the items of a CSV file, with slots and money', async () => {
    const task = await offered({ overlap: 2, itemsPerSlot: 2 })
    const file = '\ufeffexternalId,text,note\r\na,"one, ""two""",\r\nb,"two\r\nlines",x\r\n\r\n,three,y\r\n"", ,\r\n'
    const done = await imported(task, file)
    assert.deepEqual([done.status, done.items, done.readLines, done.faults], ['Completed', 3, 7, 0])
    assert.equal(done.readBytes, done.bytes)
    assert.deepEqual(
      (await itemsOf(task)).map(({ externalId, data }: Record<string, unknown>) => [externalId, data]),
      [
        ['first', { n: 0 }],
        ['a', { text: 'one, "two"', note: '' }],
        ['b', { text: 'two\r\nlines', note: 'x' }],
        [null, { text: 'three', note: 'y' }],
      ],
    )
    const { totalLimit, itemCounts, budget } = await taskOf(task)
    assert.deepEqual([totalLimit, itemCounts.open, budget.held], [4, 4, 4.4])
  })

  test('shows how far it is, until it has ended', async () => {
    const task = await offered()
    const { id } = (await send(task, 'n\n1\n')).body
    await writeProgress(market.ctx.db, id, { readBytes: 2, readLines: 1, faults: 0 })
    const { status, readBytes, readLines } = await read(task, id)
    assert.deepEqual([status, readBytes, readLines], ['Processing', 2, 1])
    // The progress has leased it, as the process does that works on it.
    assert.equal(await runImports(market.ctx), 0)
    await market.ctx.db.run(sql`update item_imports set leased_until = null where id = ${id}::bigint`)
    await runImports(market.ctx)
    await writeProgress(market.ctx.db, id, { readBytes: 0, readLines: 0, faults: 0 })
    assert.equal((await read(task, id)).readBytes, 4)
  })

  test('adds JSON lines, each as the items of a request', async () => {
    const task = await offered()
    const done = await imported(task, '{"externalId":"a","data":{"deep":[{"x":1}]}}\n\n{"data":{}}', jsonl)
    assert.deepEqual([done.status, done.format, done.items], ['Completed', 'jsonl', 2])
    assert.equal((await taskOf(task)).totalLimit, 3)
  })

  test('lets executors find its suites, although these are older than their own', async () => {
    const task = await offered({ overlap: 2 })
    await market.ctx.db.run(sql`
      insert into suite_shares (offer, executor, passed) values (${task.id}::bigint, 1, '{5000, 9000000}')`)
    await imported(task, 'a\n1\n2\n')
    const { passed } = await market.ctx.db.one<{ passed: number[] }>(sql`
      select passed from suite_shares where offer = ${task.id}::bigint`)
    const { turn } = await market.ctx.db.one<{ turn: number }>(sql`
      select min(turn) as turn from suites where offer = ${task.id}::bigint and turn > (select min(turn) from suites where offer = ${task.id}::bigint)`)
    assert.deepEqual(passed.map(Number), [5000, Number(turn) - 1])
    await market.ctx.db.run(sql`delete from suite_shares where offer = ${task.id}::bigint`)
  })

  test('keeps nobody waiting: items with external ids are refused, and the next import into the task comes after it', async () => {
    const task = await offered()
    const add = async (items: readonly object[]) =>
      outcome(await task.advertiser.b.post(`/v1/tasks/${task.id}/items`, { items }))
    const [first, second] = [await send(task, 'externalId,n\na,1\nb,2\n'), await send(task, 'n\n5\n')]
    const { running } = await market.ctx.db.transaction(async (db) => {
      // The import waits at its second line for the end of this transaction.
      await db.run(sql`
        insert into items (offer, suite, external_id, data, created_at) values (${task.id}::bigint, 0, 'b', '{}', ${db.now()})`)
      const running = runImports(market.ctx)
      await waitForBlockedStatements(market.ctx.db)
      assert.equal(await add([{ externalId: 'a', data: { n: 2 } }]), '409 import_running')
      assert.equal(await add([{ data: { n: 3 } }]), '201')
      const overlap = await task.advertiser.b.patch(`/v1/tasks/${task.id}`, { overlap: 2 })
      assert.equal(outcome(overlap), '409 import_running')
      assert.equal(await runImports(market.ctx), 0)
      await db.run(sql`delete from items where offer = ${task.id}::bigint and suite = 0`)
      return { running }
    })
    assert.equal(await running, 2)
    for (const { body } of [first, second]) assert.equal((await read(task, body.id)).status, 'Completed')
  })

  test('is the same one if it is repeated with its key, and stays what it became', async () => {
    const task = await offered()
    const headers = { ...csv, 'idempotency-key': 'the-import' }
    const first = await send(task, 'a\n1\n', headers)
    const again = await send(task, 'a\n1\n', headers)
    await runImports(market.ctx)
    const late = await send(task, 'a\n1\n', headers)
    assert.deepEqual([again.raw, late.raw], [first.raw, first.raw])
    assert.equal(outcome(await send(task, 'a\n2\n', headers)), '409 idempotency_key_reused')
    assert.equal((await itemsOf(task)).length, 2)
    assert.deepEqual(await market.ctx.storage.keys('imports', '', 10), [])
    const list = expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}/imports`))
    assert.deepEqual([list.totalCount, list.items[0].status], [1, 'Completed'])
  })

  test('is one if it is sent several times at once with its key', async () => {
    const task = await offered()
    const headers = { ...csv, 'idempotency-key': 'at-once' }
    const answers = await Promise.all([1, 2, 3].map(() => send(task, 'a\n1\n', headers)))
    for (const answer of answers) assert.ok(['202', '409 idempotency_key_in_progress'].includes(outcome(answer)))
    assert.equal((await market.ctx.storage.keys('imports', '', 10)).length, 1)
    assert.equal(await runImports(market.ctx), 1)
    assert.equal((await itemsOf(task)).length, 2)
  })

  test('takes external ids of 128 characters, however many bytes these have', async () => {
    const task = await offered()
    const [longest, longer] = [128, 129].map((length) => '\u{1f600}'.repeat(length))
    assert.equal((await imported(task, `externalId,n\n${longest},1\n`)).status, 'Completed')
    const lines = [`${longest}`.replace(/^../, 'a'), longer].map((externalId) =>
      JSON.stringify({ externalId, data: {} }),
    )
    const { errors } = await imported(task, lines.join('\n'), jsonl)
    assert.deepEqual(
      errors.map(({ line, code }: Record<string, unknown>) => [line, code]),
      [[2, 'length']],
    )
  })

  test('does not wait for all files of another account', async () => {
    const own = await openMarket()
    const [busy, other] = [await advertiser(own), await advertiser(own)]
    const task = (advertiser: Person) =>
      activeOffer(own, { advertiser, members: { totalLimit: undefined, items: [{ data: {} }] } })
    const [first, second, third] = [await task(busy), await task(busy), await task(other)]
    const ids: Id<'import'>[] = []
    for (const each of [first, first, second, third, third]) ids.push((await send(each, 'a\n1\n')).body.id)
    const claim = async () => ids.indexOf((await claimImport(own.ctx.db))?.id as Id<'import'>)
    assert.deepEqual([await claim(), await claim(), await claim()], [0, 3, -1])
    const end = (place: number) =>
      endImport(own.ctx.db, ids[place] as Id<'import'>, {
        ...nothingRead(),
        status: 'Completed',
        reason: null,
        items: 1,
      })
    await end(3)
    own.pass(1)
    await end(0)
    assert.deepEqual([await claim(), await claim()], [4, 1])
  })

  test('fails with the problem if the money does not suffice', async () => {
    const owner = await advertiser(market, { funds: 1.5 })
    const task = await offered({}, owner)
    const { status, reason } = await imported(task, 'a\n1\n')
    assert.deepEqual([status, reason.code], ['Failed', 'insufficient_funds'])
    assert.equal((await itemsOf(task)).length, 1)
  })

  test('fails if it costs more than agreed, or if the task has ended', async () => {
    const task = await offered()
    assert.equal((await imported(task, 'a\n1\n', csv, '?maxCost=1.5')).reason.code, 'max_cost_exceeded')
    const { body } = await send(task, 'a\n1\n')
    expectOk(await task.advertiser.b.delete(`/v1/tasks/${task.id}`))
    await runImports(market.ctx)
    assert.equal((await read(task, body.id)).reason.code, 'task_not_editable')
    assert.equal(outcome(await send(task, 'a\n1\n')), '409 task_not_editable')
  })

  test('that was interrupted is processed again after its lease, but not forever', async () => {
    const task = await offered()
    const { body } = await send(task, 'a\n1\n')
    const interrupt = (attempts: number) =>
      market.ctx.db.run(sql`
        update item_imports set attempts = ${attempts}::smallint, leased_until = ${market.ctx.db.now()} + interval '30 seconds'
        where id = ${body.id}::bigint`)
    await interrupt(1)
    assert.equal(await runImports(market.ctx), 0)
    await interrupt(attemptsMax)
    market.pass(31)
    await runImports(market.ctx)
    assert.equal((await read(task, body.id)).reason.code, 'import_interrupted')
    assert.equal((await imported(task, 'a\n1\n')).status, 'Completed')
  })

  test('says in the language of the reader what is wrong', async () => {
    const task = await offered()
    const { id } = await imported(task, 'a,b\n1\n')
    const path = `/v1/tasks/${task.id}/imports/${id}`
    const { body } = await task.advertiser.b.send('GET', path, undefined, { 'accept-language': 'ru' })
    assert.match(body.errors[0].detail, /ячеек: 1/)
  })

  test('and its file are deleted in time', async () => {
    const task = await offered()
    const { id } = await imported(task, 'a\n1\n')
    await market.ctx.db.run(sql`
      update item_imports set ended_at = ended_at - interval '31 days' where id = ${id}::bigint`)
    await sweepImports(market.ctx)
    const path = `/v1/tasks/${task.id}/imports/${id}`
    assert.equal(outcome(await task.advertiser.b.get(path)), '404 import_not_found')
  })
})

describe('a file is refused', () => {
  test('for each wrong line', () =>
    refuses('externalId,a\nfirst,1\nx,1\nx,2\ny\n"z,1\n', [
      '5 line columns',
      '6 line quote',
      '2 externalId unique_items',
      '4 externalId unique_items',
    ]))
  test('for another encoding', async () => {
    await refuses(Buffer.from('a\nna\u00efve\nfine\n', 'latin1'), ['2 line encoding'])
    await refuses(Buffer.from('{"data":{}}\n{"data":{"a":"\u00ef"}}', 'latin1'), ['2 line malformed_json'], jsonl)
  })
  test('for a quote that never ends', () => refuses(`a\n"${'x\n'.repeat(lineBytesMax)}`, ['2 line quote']))
  test('for a long line', () => refuses(`a\n${'x'.repeat(2_000_000)}\n1\n`, ['2 line max_length']))
  test('for too much data', () => refuses(`a\n${'x'.repeat(17_000)}\n1\n`, ['2 data max_length']))
  test('for 1,001 columns', () =>
    refuses(Array.from({ length: 1_001 }, (_, n) => `c${n}`).join(','), ['1 line max_items']))
  test('for a column __proto__', () => refuses('a,__proto__\n1,2\n', ['1 __proto__ name']))
  test('for a column that is named twice, or without a name', async () => {
    await refuses('a,b,a\n1,2,3\n', ['1 a name'])
    await refuses('a,,b\n1,2,3\n', ['1 line name'])
  })
  test('for lines that end with CR alone', () => refuses('a,b\r1,2\r', ['1 line min_items']))
  test('for UTF-16', async () => {
    await refuses(Buffer.from('\ufeffa\n1\n', 'utf16le'), ['1 line encoding'])
    await refuses(Buffer.from('{"data":{}}', 'utf16le'), ['1 line malformed_json'], jsonl)
  })
  test('for NUL bytes', () => refuses('a\n1\0\n', ['2 a invalid_text']))
  test('for a zip file', () => refuses(Buffer.from('504b0304140000000800ffc9', 'hex'), ['1 line encoding']))
  test('without items', () => refuses('a,b\n', ['1 line min_items']))
  test('for JSON lines that are no items', () =>
    refuses(
      ['[]', '{"data":1}', '{"data":{},"x":1}', '{', '{"data":{"__proto__":1}}', '{"externalId":"","data":{}}'].join(
        '\n',
      ),
      [
        '1 line type',
        '2 line members',
        '3 line members',
        '4 line malformed_json',
        '5 line malformed_json',
        '6 externalId length',
      ],
      jsonl,
    ))
  test('for JSON lines that cannot be stored', () =>
    refuses(
      Buffer.from(
        [
          '{"data":{"a":"\\u0000"}}',
          '{"data":{"a":"\\ud800"}}',
          '{"data":{"a\\u0000":{"b":1e400}}}',
          '{"data":{"a\\u0000":1,"a\\u0000":2}}',
          '{"data":{"a":1e308}}',
          '{"data":{"a":5e-324}}',
          `{"data":{"${'x'.repeat(194)}\u{1f600}":1e400}}`,
        ].join('\n'),
      ),
      [
        '1 data.a invalid_text',
        '2 data.a invalid_text',
        '3 data.(name) invalid_text',
        '4 a  duplicate_member',
        '5 data.a invalid_number',
        '6 data.a invalid_number',
        `7 data.${'x'.repeat(194)}\ufffd invalid_number`,
      ],
      jsonl,
    ))
  test('with the first thousand of a million errors, and not read further', async () => {
    const { faults, errors, reason } = await imported(await offered(), `a,b${'\n1'.repeat(1_000_002)}`)
    assert.deepEqual([faults, errors.length, reason.code], [1_000_001, 1_000, 'too_many_items'])
  })
  test('for more than ten million lines', () => {
    const read = (number: number) =>
      readerOf('csv', { gold: null, itemsPerSlot: 1, page: null }).read({ number, bytes: Buffer.from('') })
    assert.equal(read(linesMax), undefined)
    assert.throws(() => read(linesMax + 1), /max_lines/)
  })
  test('for deep JSON', () =>
    refuses(
      `{"data":${'['.repeat(60_000)}\n{"data":{"a":[[[[[[[[1]]]]]]]]}}`,
      ['1 line malformed_json', '2 data depth'],
      jsonl,
    ))
})

describe('a request is refused', () => {
  test('for another type, an empty file, or a task without items', async () => {
    const task = await offered()
    for (const type of ['application/json', 'text csv']) {
      const refused = await send(task, '{}', { 'content-type': type })
      assert.equal(outcome(refused), '415 unsupported_media_type')
      assert.match(refused.body.detail, /a file that is not compressed, with Content-Type: text\/csv or/)
    }
    assert.equal(outcome(await send(task, 'a', { ...csv, 'content-encoding': 'gzip' })), '415 unsupported_media_type')
    assert.equal(outcome(await send(task, '')), '400 validation_error')
    for (const maxCost of ['0.00001', '1e-40'])
      assert.equal(outcome(await send(task, 'a\n1\n', csv, `?maxCost=${maxCost}`)), '400 validation_error')
    const other = await activeOffer(market)
    assert.equal(outcome(await send(other, 'a\n1\n')), '409 offer_without_items')
  })

  test('if too many bytes wait for their import, before they are sent', async () => {
    const small = await openMarket({ importMegabytesMax: 1 })
    const task = await activeOffer(small, { members: { totalLimit: undefined, items: [{ data: {} }] } })
    const file = `a\n${'1\n'.repeat(700_000)}`
    const headers = { ...csv, 'idempotency-key': 'stored' }
    const stored = await send(task, file, headers)
    assert.equal(stored.status, 202)
    const begin = (header: string, body = '') => answerTo(small, task, header, body)
    assert.match(await begin('Content-Length: 1000000'), /409.*storage_limit_reached/s)
    assert.match(await begin('Content-Length: 2000000000'), /400.*file_too_large/s)
    assert.match(
      await begin('Transfer-Encoding: chunked', `F4240\r\n${'x'.repeat(1_000_000)}`),
      /409.*storage_limit_reached/s,
    )
    assert.equal((await send(task, file, headers)).raw, stored.raw)
    assert.equal((await small.ctx.storage.keys('imports', '', 10)).length, 1)
  })

  test('if it is cut off, and leaves nothing', async () => {
    const task = await offered()
    assert.match(await answerTo(market, task, 'Content-Length: 1000', 'a\n1\n', true), / 400 /)
    const { storage } = market.ctx
    assert.deepEqual([await storage.keys('imports', '', 10), await readdir(storage.workshop)], [[], []])
    assert.equal(expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}/imports`)).totalCount, 0)
  })
})
