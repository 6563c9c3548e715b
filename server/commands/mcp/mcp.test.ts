import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  reserved,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { runInProcess } from '../../../test/support/in-process.ts'
import { png, uploadTo } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'
import { dataOf, errorOf } from '../../../test/support/mcp.ts'
import { createKey, revokeCredential } from '../../accounts/actions.ts'
import { deposit } from '../../payments/deposits/actions-bookings.ts'

const market = await openMarket()
const program = join(import.meta.dirname, '../../main.ts')
const words = [program, 'mcp', '--url', market.url]
const environment = (key: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  MARKET_API_KEY: key,
  NODE_NO_WARNINGS: '1',
})

async function open(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: words, env: environment(key) }))
  return client
}

/** Runs the command to its end, and ends its input when each line is answered. */
async function run(lines: readonly string[], key: string) {
  const child = spawn(process.execPath, words, { env: environment(key) })
  const closed = once(child, 'close')
  let [out, err] = ['', '']
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdout.on('data', (chunk) => {
    out += chunk
    if (out.split('\n').length > lines.length) child.stdin.end()
  })
  for (const line of lines) child.stdin.write(`${line}\n`)
  await closed
  return { code: child.exitCode, out, err }
}

async function reportWithPicture() {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const worker = await executor(market)
  const reservationId = await reserved(worker, offer)
  const work = { executor: worker, advertiser: owner, offer, path: `${workPath(offer)}/proof/uploads` }
  const { items } = expectOk(await uploadTo(work, [await png()]))
  const submitted = { reservationId, proofUrls: [items[0].url] }
  const { id } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, submitted))
  return { id, key: owner.key }
}

describe('market mcp', () => {
  test('serves the tools of the key over standard input and output', { timeout: 900_000 }, async (t) => {
    const owner = await advertiser(market, { funds: 1 })
    const { secret } = await createKey(market.ctx, { email: owner.email, scopes: ['tasks:write', 'balance:read'] })
    const assistant = await open(secret)
    t.after(() => assistant.close())
    const { tools } = await assistant.listTools()
    assert.deepEqual(membersOf(tools, 'name'), [
      'list_prices',
      'estimate_task',
      'create_task',
      'update_task',
      'archive_task',
      'add_items',
      'get_balance',
    ])
    const order = { ...(await taskBody(market, { totalLimit: 1 })), maxCost: 2, estimatedCost: 1.1 }
    assert.equal(errorOf(await assistant.callTool({ name: 'create_task', arguments: order })), 'insufficient_funds')
    await deposit(market.ctx, { email: owner.email, amount: 10 })
    const ids = new Set<number>()
    for (let time = 0; time < 2; time++)
      ids.add(dataOf(await assistant.callTool({ name: 'create_task', arguments: order })).id)
    assert.equal(ids.size, 1)
    assert.equal(dataOf(await assistant.callTool({ name: 'get_balance', arguments: {} })).held, 1.1)
    const refused = await assistant.callTool({ name: 'get_task', arguments: { id: 1 } })
    assert.equal(errorOf(refused), 'insufficient_scope')
  })

  test('prints messages of the protocol and nothing else', { timeout: 900_000 }, async () => {
    const { id, key } = await reportWithPicture()
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'get_report', arguments: { id } } },
      { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'get_report', arguments: {} } },
    ]
    const { code, out } = await run(
      messages.map((message) => JSON.stringify(message)),
      key,
    )
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .toSorted((one, other) => one.id - other.id)
    assert.deepEqual(
      [code, lines.map(({ jsonrpc, id: number }) => [jsonrpc, number])],
      [
        0,
        [
          ['2.0', 1],
          ['2.0', 2],
          ['2.0', 3],
          ['2.0', 4],
        ],
      ],
    )
    assert.equal(lines[0].result.serverInfo.name, 'task-marketplace')
    const picture = lines[2].result.content.find(({ type }: { type: string }) => type === 'image')
    assert.equal(Buffer.from(picture.data, 'base64').toString('latin1', 8, 12), 'WEBP')
    const { status, requestId } = JSON.parse(lines[3].result.content.at(-1).text)
    assert.deepEqual([status, /^req_[0-9a-f]{24}$/.test(requestId)], [400, true])
  })

  test('says on standard error why it cannot begin', { timeout: 900_000 }, async () => {
    const { email } = await advertiser(market)
    const { id, secret } = await createKey(market.ctx, { email })
    await revokeCredential(market.ctx, 'ApiKey', id)
    const here = (key: string, url = market.url) => runInProcess({ MARKET_API_KEY: key }, ['mcp', '--url', url])
    const cases = [
      [await run([], secret), /token_revoked/],
      [await here(''), /Set MARKET_API_KEY/],
      [await here(secret, 'http://127.0.0.1:9'), /did not answer/],
    ] as const
    for (const [{ code, out, err }, expected] of cases) {
      assert.deepEqual([code, out], [1, ''])
      assert.match(err, expected)
    }
  })
})
