import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKey } from '../../server/accounts/actions.ts'
import { stopwatch } from '../../server/platform/clock.ts'
import type { Database, Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Answer } from '../support/client.ts'
import { activeOffer, advertiser, outcome, type Person, taskBody } from '../support/fixtures.ts'
import { sendBytes } from '../support/inputs/raw.ts'
import { pdf, reservedWork, uploadTo, type Work } from '../support/inputs/uploads.ts'
import { openMarket } from '../support/market.ts'

type Market = Awaited<ReturnType<typeof openMarket>>
const busy = '503 temporarily_unavailable'
const roomFor = 16
const timeout = 30_000

/** Keeps a transaction open until released or until the test ends. */
async function heldOpen(
  t: TestContext,
  db: Database,
  work: (db: Db) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async (within) => {
    await work(within)
    held.resolve()
    await free.promise
  })
  const release = async () => {
    free.resolve()
    await holding
  }
  t.after(release)
  await Promise.race([held.promise, holding])
  return release
}

/** Blocks all requests for balances. */
const holdBalances = (t: TestContext, { owner }: Market) =>
  heldOpen(t, owner, (db) => db.run(sql`lock table balances in access exclusive mode`))

/** Sends requests until one is refused. Returns the pending ones and the refusal. */
async function fill(ask: () => Promise<Answer>): Promise<{ waiting: Promise<Answer>[]; refused: Answer }> {
  const waiting: Promise<Answer>[] = []
  for (;;) {
    const refused: Answer[] = []
    const asked = ask()
    void asked.then((answer) => refused.push(answer))
    waiting.push(asked)
    // The last one is refused immediately; the others wait for the lock.
    for (let turn = 0; turn < 400 && refused.length === 0 && waiting.length > roomFor; turn++) await setImmediate()
    if (refused[0]) return { waiting: waiting.slice(0, -1), refused: refused[0] }
    assert.ok(waiting.length < 10 * roomFor, 'nobody is ever refused')
  }
}

const market = await openMarket({ requestsAtOnceMax: roomFor })
const owner = await advertiser(market)
const { a, b } = owner
/** A credential may use an eighth of the capacity, so eight fill it. */
const keys = await keysOf(market, owner)

function keysOf({ ctx }: Market, { email }: Person): Promise<string[]> {
  return Promise.all(Array.from({ length: 8 }, async () => (await createKey(ctx, { email })).secret))
}

/** Sends requests with many credentials in turn. */
function inTurn({ as }: Market, keys: readonly string[]): () => Promise<Answer> {
  let turn = 0
  return () => as(keys[turn++ % keys.length]).get('/v1/balance')
}
const ask = inTurn(market, keys)

describe('at full capacity', () => {
  test('further requests get 503 with Retry-After, free ones are answered, and accepted ones complete', {
    timeout,
  }, async (t) => {
    const release = await holdBalances(t, market)
    const { waiting, refused } = await fill(ask)
    assert.deepEqual([waiting.length, outcome(refused), refused.headers.get('retry-after')], [roomFor, busy, '1'])
    assert.equal(refused.headers.get('ratelimit'), null, 'it is not even counted')
    assert.match(refused.body.requestId, /^req_/)
    assert.equal(refused.body.instance, `/v1/balance#${refused.body.requestId}`)
    assert.equal(outcome(await market.as('nobody').get('/api/nowhere')), busy)
    assert.notEqual((await market.as().get('/sign-in')).status, 503)
    const head = `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
    assert.deepEqual((await sendBytes(market.url, head)).statuses, [503], 'refused before its body is there')
    // The client may keep sending for ten seconds.
    assert.deepEqual((await sendBytes(market.url, head.replace('Connection: close\r\n', ''), 13)).statuses, [503])
    await release()
    assert.deepEqual(new Set((await Promise.all(waiting)).map(outcome)), new Set(['200']))
    assert.equal(outcome(await b.get('/v1/balance')), '200')
  })

  test('a refusal is not kept for its Idempotency-Key', { timeout }, async (t) => {
    const body = JSON.stringify(await taskBody(market, { draft: true }))
    const send = () =>
      b.send('POST', '/v1/tasks', body, { 'content-type': 'application/json', 'idempotency-key': 'once' })
    const release = await holdBalances(t, market)
    const { waiting } = await fill(ask)
    assert.equal(outcome(await send()), busy)
    await release()
    await Promise.all(waiting)
    const done = await send()
    assert.deepEqual([done.status < 300, done.headers.get('idempotency-replayed')], [true, null], done.raw)
  })

  test('requests of disconnected clients keep their capacity until their work is done', { timeout }, async (t) => {
    const release = await holdBalances(t, market)
    const gone = new AbortController()
    const asked = [...keys, ...keys].map((key) =>
      fetch(`${market.url}/v1/balance`, {
        headers: { authorization: `Bearer ${key}` },
        signal: gone.signal,
      }).catch((error: Error) => error.name),
    )
    const late = await fill(ask)
    gone.abort()
    assert.deepEqual(new Set(await Promise.all(asked)), new Set(['AbortError']))
    assert.equal(outcome(await b.get('/v1/balance')), busy)
    await release()
    await Promise.all(late.waiting)
    // There is no notification when the request is done.
    while (outcome(await b.get('/v1/balance')) === busy) await setImmediate()
    assert.equal(outcome(await b.get('/v1/balance')), '200')
  })

  test('slow clients take no capacity', { timeout }, async () => {
    const slowSender = await advertiser(market)
    const head = `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slowSender.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const slow = await Promise.all(Array.from({ length: 3 * roomFor }, () => opened(market, head)))
    assert.equal(outcome(await a.get('/api/advertiser/offers/categories')), '200')
    for (const socket of slow) socket.destroy()
  })
})

test('an unread body does not bypass the limits', { timeout }, async (t) => {
  const release = await holdBalances(t, market)
  const head = (key: string) =>
    `GET /v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1\r\n\r\nx`
  const sockets = await Promise.all([...keys, ...keys].map((key) => opened(market, head(key))))
  let response = ''
  for (let asked = 0; asked < 20 * roomFor && response !== busy; asked++)
    response = outcome(await market.as('nobody').get('/api/nowhere'))
  assert.equal(response, busy)
  await release()
  for (const socket of sockets) socket.destroy()
})

async function opened({ url }: Market, text = ''): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('concurrent requests are answered as far as time permits, and the others get 503', {
  timeout,
}, async () => {
  const market = await openMarket({ busyMsMax: 1 })
  const { key } = await advertiser(market)
  const request = `GET /v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
  const ask = async (socket: Socket) => {
    socket.write(request)
    const [answer] = await once(socket, 'data')
    return String(answer).slice(9, 12)
  }
  // One connection is accepted per event loop turn, so concurrent requests use open connections. Each asks at once: unused ones are cut off.
  const sockets: Socket[] = []
  for (const _ of Array(400)) {
    const socket = await opened(market)
    assert.equal(await ask(socket), '200')
    sockets.push(socket)
  }
  const statuses = await Promise.all(sockets.map(ask))
  const count = (status: string) => statuses.filter((each) => each === status).length
  assert.equal(count('200') + count('503'), 400)
  assert.ok(count('200') > 0 && count('503') > 0, `${count('200')} were answered`)
  for (const socket of sockets) socket.destroy()
})

const waitSeconds = 1
const scarce = await openMarket({ databaseConnectionsMax: 2, databaseWaitSeconds: waitSeconds })
const patient = await advertiser(scarce)

describe('a request that waits for the database', () => {
  const isBounded = (elapsed: () => number) => assert.ok(elapsed() < (waitSeconds + 30) * 1000, `${elapsed()} ms`)

  test('without a connection the response is 503, requests that need none are answered, and it recovers', {
    timeout,
  }, async (t) => {
    const hold = () => heldOpen(t, scarce.ctx.db, (db) => db.one(sql`select 1`))
    const releases = [await hold(), await hold()]
    const elapsed = stopwatch()
    const refused = patient.b.get('/v1/balance')
    assert.equal((await scarce.as().get('/openapi.json')).status, 200)
    assert.deepEqual([outcome(await refused), (await refused).headers.get('retry-after')], [busy, '1'])
    isBounded(elapsed)
    await Promise.all(releases.map((release) => release()))
    assert.equal(outcome(await patient.b.get('/v1/balance')), '200')
  })

  test('on a locked row the response is 503, and a retry with the same key succeeds', {
    timeout,
  }, async (t) => {
    const { id, advertiser: owner } = await activeOffer(scarce)
    const pause = () =>
      owner.a.send('POST', `/api/advertiser/offers/${id}/pause`, undefined, { 'idempotency-key': `pause-${id}` })
    const release = await heldOpen(t, scarce.owner, (db) =>
      db.run(sql`select from offers where id = ${id}::bigint for update`),
    )
    const elapsed = stopwatch()
    assert.equal(outcome(await pause()), busy)
    isBounded(elapsed)
    await release()
    assert.equal(outcome(await pause()), '200')
  })
})

test('with a slow disk for files, uploads use up only their own capacity', { timeout }, async (t) => {
  const [two, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  t.after(() => free.resolve())
  const market = await openMarket({ uploadsAtOnceMax: 2 })
  const works = await Promise.all([1, 2, 3].map(() => reservedWork(market)))
  const { storage } = market.ctx
  const put = storage.put.bind(storage)
  let begun = 0
  const slowPut: typeof put = async (...asked) => {
    if (++begun === 2) two.resolve()
    await free.promise
    return put(...asked)
  }
  Object.assign(storage, { put: slowPut })
  const send = (index: number): Promise<Answer> => uploadTo(works[index] as Work, [pdf()])
  const waiting = [send(0), send(1)]
  await two.promise
  assert.equal(outcome(await send(2)), busy)
  assert.equal(outcome(await (works[2] as Work).executor.a.get('/api/executor/offers/available')), '200')
  free.resolve()
  assert.deepEqual((await Promise.all(waiting)).map(outcome), ['200', '200'])
  assert.equal(outcome(await send(2)), '200')
})

test('a refusal during shutdown announces that the connection closes', { timeout }, async (t) => {
  const market = await openMarket({ requestsAtOnceMax: roomFor })
  const owner = await advertiser(market)
  const { b, key } = owner
  const release = await holdBalances(t, market)
  const { waiting } = await fill(inTurn(market, await keysOf(market, owner)))
  const late = await opened(market, `GET /v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`)
  assert.equal(outcome(await b.get('/v1/balance')), busy, 'what came before was read')
  const closed = market.close()
  const isTaken = () =>
    opened(market).then(
      (socket) => socket.destroy().destroyed,
      () => false,
    )
  while (await isTaken());
  late.write('\r\n')
  const [answer] = await once(late, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i)
  await release()
  assert.deepEqual(new Set((await Promise.all(waiting)).map(outcome)), new Set(['200']))
  await closed
})

test('a client that disconnects during a file transfer frees its capacity', { timeout }, async () => {
  const market = await openMarket({ requestsAtOnceMax: roomFor })
  const work = await reservedWork(market)
  const [item] = (await uploadTo(work, [pdf()])).body.items
  const endings: Promise<unknown>[] = []
  const endless = async () => {
    const file = new Readable({ read: () => {} })
    endings.push(once(file, 'close'))
    file.push('%PDF')
    return { size: 1000, file }
  }
  Object.assign(market.ctx.storage, { open: endless })
  for (let each = 0; each <= roomFor; each++) {
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${work.executor.token}` }
    const answer = await fetch(market.url + new URL(item.url).pathname, { headers, signal: gone.signal })
    assert.equal(answer.status, 200)
    gone.abort()
    await endings.at(-1)
  }
})
