import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../../server/platform/clock.ts'
import { sql } from '../../../server/platform/sql.ts'
import { rngOf, times } from '../../properties/rng.ts'
import { settingsOfDatabase } from '../../support/database.ts'
import { becomes } from '../../support/embedded-postgres/fixtures.ts'
import { openReceiver, webhookTo } from '../../support/fakes/receiver.ts'
import { advertiser, expectOk, type Person } from '../../support/fixtures.ts'
import { type Market, openMarket } from '../../support/market.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation, type Program } from '../../support/program.ts'
import { taskPrice } from '../kill/target.ts'
import { type Outcome, senderTo } from './load.ts'

/** Nine seconds, several times as much on a busy machine. */
const stopMsMax = 30_000
/** A server waits longer than this for the head of a request: five seconds, less what a busy machine may take to read it. */
const headMsMin = 3_000
const senders = 8
/** With jobs in the same process, without jobs, and as several processes. */
const ways = [[], ['--no-jobs'], ['--processes', '2']]

/** Sends without pause until there are no more responses. */
async function load(
  program: Program,
  person: Person,
  price: number,
  name: string,
  isKept: boolean,
): Promise<Outcome[]> {
  const sender = senderTo(program.url, person.key, isKept)
  const outcomes: Outcome[] = []
  for (let count = 0; outcomes.at(-1)?.status !== 'none'; count++) {
    const externalId = `${name}-${count}`
    const body = { offerPriceId: price, title: name, totalLimit: 1, externalId, draft: true }
    outcomes.push(await sender.send(externalId, 'POST', '/v1/tasks', body))
    if (outcomes.at(-1)?.status !== 'none') outcomes.push(await sender.send('read', 'GET', '/v1/balance'))
  }
  sender.end()
  return outcomes
}

async function stop(program: Program): Promise<number> {
  const passed = stopwatch()
  assert.deepEqual(await program.end('SIGTERM'), { code: 0, signal: null }, program.output())
  return passed()
}

/** Asserts that each request succeeded or got no response, and that exactly the successful ones took effect. */
function mustBeWhole(outcomes: readonly Outcome[], made: ReadonlySet<unknown>): void {
  const shown = outcomes.filter(({ status }) => status !== 200 && status !== 201 && status !== 'none')
  assert.deepEqual(shown, [])
  assert.deepEqual(
    outcomes.filter(({ name, status }) => status === 'none' && made.has(name)),
    [],
    'done, and not answered',
  )
  assert.deepEqual(
    outcomes.filter(({ name, status }) => status === 201 && !made.has(name)),
    [],
    'answered, and not done',
  )
}

test('stopped under load, the program completes started requests and drops none that it has read', async (t) => {
  const rng = rngOf(t)
  const [installation, port] = [newInstallation(t, await settingsOfDatabase(t)), await freePort()]
  let person: Person | undefined
  const outcomes: Outcome[] = []
  const stops: number[] = []
  for (let round = 0; round < times(3, 20); round++) {
    const program = await installation.serve(port, ...(ways[round % ways.length] as string[]))
    person ??= await installation.within(program.url, (market) => advertiser(market))
    const price = await taskPrice(person.a)
    const owner = person
    const loads = Array.from({ length: senders }, (_, index) =>
      load(program, owner, price, `${round}-${index}`, index % 2 === 0),
    )
    await setTimeout(50 + rng.whole(300))
    stops.push(await stop(program))
    outcomes.push(...(await Promise.all(loads)).flat())
  }
  const made = await installation.within('', ({ ctx }) => externalIdsIn(ctx))
  const writes = outcomes.filter(({ status }) => status === 201).length
  t.diagnostic(`${outcomes.length} requests, ${writes} writes; stopped after ${stops.map(Math.round)} ms`)
  mustBeWhole(outcomes, made)
  assert.ok(Math.max(...stops) < stopMsMax)
})

const externalIdsIn = async ({ db }: Market['ctx']): Promise<ReadonlySet<unknown>> =>
  new Set((await db.many<{ externalId: string }>(sql`select external_id from offers`)).map((row) => row.externalId))

test('a stopped worker finishes its current work and leaves the rest to the next one', async (t) => {
  const [database, receiver] = [await settingsOfDatabase(t), await openReceiver()]
  const market = await openMarket({ databaseUrl: database.DATABASE_URL, webhookAllowPrivate: true })
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', SECRET_KEY: market.ctx.secretKey }
  const installation = newInstallation(t, { ...settings, ...database })
  const person = await advertiser(market)
  await webhookTo(person, receiver.url)
  const body = { offerPriceId: await taskPrice(person.a), title: 'Told', totalLimit: 1 }
  const [stops, made]: [number[], number[]] = [[], []]
  const one = async () => made.push(expectOk(await person.b.post('/v1/tasks', body)).id)
  for (let round = 0; round < times(1, 20); round++) {
    const worker = await installation.work()
    for (let count = 0; count < 5; count++) await one()
    stops.push(await stop(worker))
  }
  const last = await installation.work()
  const told = () => receiver.received.map(({ event }) => event.data.task.id)
  await becomes('all were told', () => new Set(told()).size === made.length)
  await stop(last)
  await market.close()
  t.diagnostic(`${made.length} events, ${told().length} deliveries; stopped after ${stops.map(Math.round)} ms`)
  assert.equal(told().length, made.length, 'each once: nobody was killed')
  assert.ok(Math.max(...stops) < stopMsMax)
})

type Wire = { write(text: string): void; answered: Promise<unknown>; heard: Promise<string> }

/** A raw connection: `answered` resolves with the first bytes, `heard` with all of them when the server closes it. */
function wire(port: number): Wire {
  const socket = connect(port, '127.0.0.1')
  return {
    write: (text) => socket.write(text),
    answered: new Promise((resolve) => socket.once('data', resolve)),
    heard: text(socket).catch((error: Error) => `closed: ${error.message}`),
  }
}

/** The server accepts connections in their order: after this response, it has those opened before. */
async function untilAccepted(port: number): Promise<void> {
  const last = wire(port)
  last.write('GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n')
  assert.match(await last.heard, /^HTTP\/1.1 200 /)
}

const draft = (person: Person, price: number, title: string) => {
  const body = JSON.stringify({ offerPriceId: price, title, totalLimit: 1, draft: true })
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const head = `POST /v1/tasks HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${person.key}\r\n${type}\r\n`
  return { head, body }
}

test('a request that is half sent at the stop is read completely and answered', async (t) => {
  const [installation, port] = [newInstallation(t, await settingsOfDatabase(t)), await freePort()]
  const program = await installation.serve(port)
  const person = await installation.within(program.url, (market) => advertiser(market))
  const { head, body } = draft(person, await taskPrice(person.a), 'Half')
  const [halfBody, halfHead, idle] = [wire(port), wire(port), wire(port)]
  halfBody.write(head + body.slice(0, 10))
  halfHead.write(head.slice(0, 30))
  const headPassed = stopwatch()
  idle.write(head + body)
  await Promise.all([idle.answered, untilAccepted(port)])
  const stopped = stop(program)
  await untilRefused(port)
  assert.match(await idle.heard, /^HTTP\/1.1 201 /, 'answered before, and closed')
  halfBody.write(body.slice(10))
  halfHead.write(head.slice(30) + body)
  const isHeadInTime = headPassed() < headMsMin
  assert.match(await halfBody.heard, /^HTTP\/1.1 201 /)
  assert.match(await halfHead.heard, isHeadInTime ? /^HTTP\/1.1 201 / : /^HTTP\/1.1 (201|408) /)
  const ms = await stopped
  t.diagnostic(`stopped after ${Math.round(ms)} ms`)
  assert.ok(ms < stopMsMax)
})

test('a client that never ends its request does not keep the program from ending', async (t) => {
  const [installation, port] = [newInstallation(t), await freePort()]
  const program = await installation.serve(port)
  const person = await installation.within(program.url, (market) => advertiser(market))
  const silent = wire(port)
  silent.write(draft(person, 1, 'Never').head)
  await untilAccepted(port)
  const ms = await stop(program)
  t.diagnostic(`stopped after ${Math.round(ms)} ms`)
  assert.ok(ms < stopMsMax)
  await silent.heard
  await becomes('its database has ended', () => installation.database().length === 0)
})

async function untilRefused(port: number): Promise<void> {
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(false)
      }).once('error', () => resolve(true))
    })
  while (!(await isRefused())) await setTimeout(10)
}
