import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openReceiver } from '../support/fakes/receiver.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  moneyOf,
  type Person,
  submittedWork,
  taskBody,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { tellAll } from '../support/scenarios/received-events.ts'

const market = await openMarket()
const program = join(import.meta.dirname, '../../cli/dist/main.js')

type Ran = { readonly code: number; readonly out: string; readonly errors: string }
type Place = { readonly key?: string | undefined; readonly url?: string; readonly input?: string }

const environment = ({ key, url = market.url }: Place) => ({
  PATH: process.env['PATH'],
  MARKETPLACE_URL: url,
  ...(key && { MARKETPLACE_API_KEY: key }),
})

function run(place: Place, ...words: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], { env: environment(place) }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
    child.stdin?.end(place.input ?? '')
  })
}

const jsonOf = ({ code, out, errors }: Ran) => {
  assert.equal(code, 0, errors)
  return JSON.parse(out)
}

describe('the command line', () => {
  test('ends without an error when the reader of its output has gone', async () => {
    const { key } = await advertiser(market)
    const child = spawn(process.execPath, [program, 'balance'], { env: environment({ key }) })
    child.stdout.destroy()
    let errors = ''
    child.stderr.on('data', (data) => (errors += data))
    assert.deepEqual([...(await once(child, 'close')), errors], [0, null, ''])
  })

  test('takes a task from its estimate to a bonus', async () => {
    const owner = await advertiser(market, { funds: 10 })
    const input = JSON.stringify(await taskBody(market, { title: 'Find a shop' }))
    const at = { key: owner.key, input }
    assert.equal(jsonOf(await run(at, 'tasks', 'estimate', '--file', '-', '--json')).totalCost, '2.2')
    const refused = await run(at, 'tasks', 'create', '--file', '-', '--max-cost', '2', '--json')
    assert.deepEqual([refused.code, refused.out, JSON.parse(refused.errors).code], [1, '', 'max_cost_exceeded'])
    const once = ['tasks', 'create', '--file', '-', '--max-cost', '2.2', '--idempotency-key', 'one', '--json']
    const task = jsonOf(await run(at, ...once))
    assert.equal(jsonOf(await run(at, ...once)).id, task.id)
    assert.equal((await moneyOf(owner)).held, 2.2)

    const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
    const work = await submittedWork(market, id)
    const listed = await run(at, 'reports', 'list', '--status', 'Pending', '--task', String(id))
    assert.match(listed.out, new RegExp(`^id +status +taskId.*\n${work.id} +Pending +${id} `))
    assert.match(listed.out, /1 in total, page 1\n$/)
    assert.match((await run(at, 'reports', 'accept', String(work.id))).out, /^status: Accepted$/m)
    const bonus = await run(at, 'reports', 'bonus', String(work.id), '--amount', '0.5', '--reason', 'Quick', '--json')
    assert.equal(jsonOf(bonus).bonusTotal, '0.5')
    assert.equal(jsonOf(await run(at, 'balance', '--json')).available, '6.15')
  })

  test('writes the statement of a month or period as CSV or JSON lines', async () => {
    const { key } = await advertiser(market, { funds: 10 })
    const { out } = await run({ key }, 'statement', '--from', '2020-01-01', '--json')
    const lines = out.trimEnd().split('\n')
    const [deposit] = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'Deposit')
    assert.deepEqual([deposit.amount, deposit.balance], [10, 10])
    assert.equal(
      (await run({ key }, 'statement', '--from', '2020-01-01', '--jsonl')).out.split('\n').length,
      lines.length + 1,
    )
    const february = (await run({ key }, 'statement', '--month', '2020-02')).out
    assert.match(february, /^.?"time","type",.*\r?\n"2020-02-01T00:00:00.000Z","Opening",/)
    assert.match(february, /"2020-02-29T23:59:59.999Z","Closing",.*\r?\n$/)
    for (const wrong of [['2020-13'], ['February'], ['2020-02', '--to', '2020-03-01']])
      assert.equal((await run({ key }, 'statement', '--month', ...wrong)).code, 2, wrong.join(' '))
    const refused = await run({ key }, 'statement', '--from', '2020-02-30', '--output', '/dev/null/none')
    assert.deepEqual([refused.code, /^ {2}from: must be a date/m.test(refused.errors)], [1, true], refused.errors)
  })

  test('replaces control characters in texts of others', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, { title: 'Shop \u200b\u200e name', draft: true })
    expectOk(await owner.b.post('/v1/tasks', body))
    const { out } = await run({ key: owner.key }, 'tasks', 'list')
    assert.match(out, /Shop .* name/)
    assert.doesNotMatch(out, /\p{Cf}/u)
  })

  test('grants a qualification to the executors of a file, lists them, and takes it from one', async () => {
    const owner = await advertiser(market)
    const { id: offer } = await activeOffer(market, { advertiser: owner })
    const work = await submittedWork(market, offer)
    const { executor } = expectOk(await owner.b.get(`/v1/reports/${work.id}`))
    const { id } = expectOk(await owner.b.post('/v1/qualifications', { name: 'Reads labels' }))
    const words = ['qualifications', 'grant', String(id), '--file', '-', '--reason', 'Knows it']
    const wrong = await run({ ...owner, input: 'executorId,score\nex_1,5\n' }, ...words)
    assert.deepEqual([wrong.code, /line 2, column executorId/.test(wrong.errors)], [1, true])
    const granted = jsonOf(await run({ ...owner, input: `executorId,score\n${executor.id},5\n` }, ...words, '--json'))
    assert.equal(granted.grantCount, 1)
    assert.match((await run(owner, 'qualifications', 'list')).out, /Reads labels/)
    assert.match((await run(owner, 'qualifications', 'grants', String(id))).out, new RegExp(executor.id))
    const taken = jsonOf(await run(owner, 'qualifications', 'take', String(id), executor.id, '--json'))
    assert.equal(taken.grantCount, 0)
  })

  test('exits with 2 after wrong usage and 1 after a refusal or a failure, and says what to do', async () => {
    const { key } = await advertiser(market)
    const missing = await run({}, 'balance')
    assert.deepEqual(
      [missing.code, missing.errors],
      [1, 'There is no API key. Set MARKETPLACE_API_KEY, or pass --key.\n'],
    )
    for (const words of [
      ['reports', 'get', '1e3'],
      ['reports', 'reject', '5'],
      ['tasks', 'list', '--page', '-1'],
      ['nonsense'],
    ])
      assert.equal((await run({ key }, ...words)).code, 2, words.join(' '))
    const wrong = await run({ key: 'mkt_live_wrong' }, 'balance')
    assert.deepEqual([wrong.code, wrong.out], [1, ''])
    assert.match(wrong.errors, /Request [\w-]+\n$/)
    const unknown = await run({ key, input: '{ "title": 5 }' }, 'tasks', 'create', '--file', '-')
    assert.match(unknown.errors, /^Invalid request:\n.*\n {2}title: must be of type string\.\n/s)
    const notJson = await run({ key, input: '{ title' }, 'tasks', 'create', '--file', '-')
    assert.match(notJson.errors, /^Standard input is not JSON: /)
    const nowhere = await run({ key }, '--url', 'ftp://market.example', 'balance')
    assert.deepEqual([nowhere.code, /must be an address/.test(nowhere.errors)], [2, true])
  })
})

/** Starts a command that runs until it is interrupted. */
function started(place: Place, ...words: string[]) {
  const child = spawn(process.execPath, [program, ...words], { env: environment(place) })
  after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const errors = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  return { child, next, nextError: async () => (await errors.next()).value as string }
}

async function interrupted(child: ChildProcess): Promise<unknown> {
  child.kill('SIGINT')
  return (await once(child, 'exit'))[0]
}

async function draftOf(owner: Person): Promise<number> {
  const { id } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
  await tellAll(market)
  return id
}

/** Passes requests on to the marketplace, unless it is down: then the connection is cut. */
async function openLine() {
  const line = { isDown: false, cut: 0, url: '' }
  const server = createServer((received: IncomingMessage, response: ServerResponse) => {
    if (line.isDown) {
      line.cut++
      received.socket.destroy()
      return
    }
    const { method, url, headers } = received
    received.pipe(
      request(market.url + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close().closeAllConnections())
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}

describe('events', () => {
  test('are forwarded once each as webhooks that a public library verifies, also after the connection was lost', async () => {
    const [owner, receiver, line] = [await advertiser(market), await openReceiver(), await openLine()]
    await draftOf(owner)
    const words = ['webhooks', 'listen', '--forward-to', receiver.url, '--after', '0']
    const { child, next, nextError } = started({ key: owner.key, url: line.url }, ...words)
    const secret = /whsec_\S+$/.exec(await nextError())?.[0] as string
    assert.match(await next(), /^204 .* task\.created /)
    line.isDown = true
    await draftOf(owner)
    assert.equal(await nextError(), 'The marketplace cannot be reached. Trying again …')
    line.isDown = false
    assert.match(await next(), /^204 .* task\.created /)
    receiver.reply(500)
    await draftOf(owner)
    assert.match(await next(), /^500 .* task\.created /)
    assert.equal(await interrupted(child), 0)
    const shown = receiver.received.map(({ event }) => event.sequence)
    assert.deepEqual(shown, [1, 2, 3])
    for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers)
  })

  test('are printed as they happen, from now on', async () => {
    const owner = await advertiser(market)
    await draftOf(owner)
    const { child, next } = started({ key: owner.key }, 'logs', '--json', '--after', '1')
    const id = await draftOf(owner)
    const event = JSON.parse(await next())
    assert.deepEqual([event.sequence, event.type, event.data.task.id], [2, 'task.created', id])
    assert.equal(await interrupted(child), 0)
  })
})
