import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type * as Sdk from '../../sdk/src/index.ts'
import { machineSeconds } from '../../server/platform/clock.ts'
import { openBrowser, stepMsMax } from '../support/browser.ts'
import { advertiser, taskBody } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

/* The built package in a browser, in a page of another origin than the marketplace. */

const dist = join(import.meta.dirname, '../../sdk/dist')

/** Serves an empty page and the modules of the package. */
const site = createServer(({ url = '/' }, response) => {
  const file = join(dist, url)
  if (url === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>A program</title>')
  else if (/^\/[\w/-]+\.js$/.test(url) && existsSync(file))
    response.setHeader('content-type', 'text/javascript').end(readFileSync(file))
  else response.writeHead(404).end()
})
await once(site.listen(0, '127.0.0.1'), 'listening')
after(() => site.close())
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const market = await openMarket({ corsOrigins: [origin] })
const owner = await advertiser(market, { funds: 10 })
const browser = await openBrowser()
const page = await browser.newPage()
page.setDefaultTimeout(stepMsMax)
await page.goto(origin)

/** The address of the client's module. An argument, because the page imports it, not this file. */
const client = '/index.js'

type Given = { readonly client: string; readonly baseUrl: string; readonly apiKey: string; readonly body: object }
const given = async (): Promise<Given> => ({
  client,
  baseUrl: market.url,
  apiKey: owner.key,
  body: await taskBody(market),
})

describe('in a browser, the client', () => {
  test('sends requests and reads answers with their headers', async () => {
    const result = await page.evaluate(
      async ({ client, baseUrl, apiKey, body }) => {
        const { Marketplace } = (await import(client)) as typeof Sdk
        const market = new Marketplace({ baseUrl, apiKey })
        const task = await market.tasks.create(body as Parameters<typeof market.tasks.create>[0])
        const { data, response } = await market.tasks.get(task.id).withResponse()
        const titles = []
        for await (const { title } of market.tasks.list()) titles.push(title)
        return { total: data.budget.total, etag: response.headers.get('etag'), version: data.version, titles }
      },
      await given(),
    )
    assert.equal(result.total, '2.2')
    assert.equal(result.etag, `"${result.version}"`)
    assert.equal(result.titles.length, 1)
  })

  test('throws what the marketplace refuses', async () => {
    const refusal = await page.evaluate(
      async ({ client, baseUrl, apiKey, body }) => {
        const { Marketplace, ProblemError } = (await import(client)) as typeof Sdk
        const { tasks } = new Marketplace({ baseUrl, apiKey })
        const given = { ...body, maxCost: '0.5' } as Parameters<typeof tasks.create>[0]
        const error = await tasks.create(given).then(
          () => undefined,
          (error: unknown) => error,
        )
        return error instanceof ProblemError
          ? { status: error.status, code: error.code, hasRequest: error.requestId?.startsWith('req_') }
          : String(error)
      },
      await given(),
    )
    assert.deepEqual(refusal, { status: 409, code: 'max_cost_exceeded', hasRequest: true })
  })

  test('verifies webhooks', async () => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const body = JSON.stringify({ type: 'balance.low', data: { threshold: 0.1 } })
    const seconds = Math.floor(machineSeconds())
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': new Webhook(secret).sign('evt_1', new Date(seconds * 1000), body),
    }
    const verified = await page.evaluate(
      async ({ client, headers, body, secret }) => {
        const { webhooks } = (await import(client)) as typeof Sdk
        const outcome = (text: string) => webhooks.verify(new Headers(headers), text, secret).catch(({ name }) => name)
        return [await outcome(body), await outcome(body.replace('0.1', '9.9'))]
      },
      { client, headers, body, secret },
    )
    assert.deepEqual(verified, [{ type: 'balance.low', data: { threshold: '0.1' } }, 'SignatureError'])
  })
})
