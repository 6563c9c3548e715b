import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { clientPackagePath } from '../../../server/contract/client-package.ts'
import type { Document } from '../../../server/contract/document.ts'
import { advertiser, expectOk, theOperator } from '../../support/fixtures.ts'
import { openMarket } from '../../support/market.ts'

const market = await openMarket()
const { publicUrl } = market.ctx.config
const anybody = market.as()
const documents: readonly Document[] = await Promise.all(
  ['/v1/openapi.json', '/openapi.json'].map(async (path) => expectOk(await anybody.get(path))),
)

/** Operations by method and summary, without those of the console. */
const operations = documents.map(({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/console/') ? [] : Object.entries(methods).map(([method, { summary }]) => `${method} ${summary}`),
  ),
)

type Request = {
  readonly method: string
  readonly url: { readonly raw: string; readonly variable: readonly unknown[] }
  readonly body?: { readonly mode: string; readonly raw?: string }
}
type Item = { readonly name: string; readonly item?: readonly Item[]; readonly request?: Request }
type Collection = { readonly item: readonly Item[]; readonly variable: readonly { key: string; value: string }[] }

const requestsIn = (item: Item): Item[] => (item.item ? item.item.flatMap(requestsIn) : [item])

describe('the Postman collection', async () => {
  const collection: Collection = expectOk(await anybody.get('/postman.json'))
  const values = new Map(collection.variable.map(({ key, value }) => [key, value]))

  test('has each operation of both groups once, with a body where one is sent', () => {
    const found = collection.item.map((group) => requestsIn(group))
    assert.deepEqual(
      found.map((items) => items.map(({ name, request }) => `${request?.method.toLowerCase()} ${name}`).sort()),
      operations.map((names) => names.toSorted()),
    )
    for (const { name, request } of found.flat())
      if (request?.body?.mode === 'raw') assert.ok(JSON.parse(request.body.raw ?? ''), name)
    const withBody = found.flat().filter(({ request }) => request?.body)
    assert.ok(withBody.length > 60, `${withBody.length} bodies`)
  })

  test('has requests that work as they are, once the credentials are filled in', async () => {
    const [{ b: program }, { a: operator }] = [await advertiser(market), await theOperator(market)]
    for (const [index, client] of [program, operator].entries()) {
      const reads = requestsIn(collection.item[index] as Item).filter(
        ({ request }) => request?.method === 'GET' && request.url.variable.length === 0,
      )
      assert.ok(reads.length > 10)
      for (const { name, request } of reads) {
        const url = request?.url.raw.replace(/\{\{(\w+)\}\}/g, (_, key) => values.get(key) ?? '') ?? ''
        const { status } = await client.get(url.replace(publicUrl, ''))
        // An operator is no executor and no advertiser, and some lists need a filter.
        assert.ok(index === 0 ? status === 200 || name.includes('clock') : status < 500, `${name}: ${status}`)
      }
    }
  })
})

test('llms.txt names every operation, and its links lead somewhere', async () => {
  const { status, headers, raw } = await anybody.get('/llms.txt')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  for (const name of operations.flat()) assert.ok(raw.includes(`: ${name.slice(name.indexOf(' ') + 1)}`), name)
  const links = [...raw.matchAll(/\]\((\S+)\)/g)].map(([, url = '']) => url)
  assert.ok(links.length >= 6)
  for (const url of links) {
    assert.ok(url.startsWith(publicUrl), url)
    const answer = await anybody.get(url.replace(publicUrl, ''))
    // The address of assistants takes POST only.
    assert.equal(answer.status, url.endsWith('/mcp') ? 405 : 200, url)
  }
})

describe('the TypeScript client', () => {
  const address = `${market.url}${clientPackagePath}`

  test('is offered without a credential, under the address that the introduction and /llms.txt show', async () => {
    const shown = `${publicUrl}${clientPackagePath}`
    assert.ok(documents[0]?.info.description.includes(`npm install ${shown}\n`))
    assert.ok((await (await fetch(`${market.url}/llms.txt`)).text()).includes(`(${shown})`))
    const answer = await fetch(address)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/gzip'])
    const files = gunzipSync(await answer.arrayBuffer()).toString('latin1')
    for (const file of ['package/dist/index.js', 'package/dist/cjs/index.js', 'package/dist/index.d.ts'])
      assert.ok(files.includes(`${file}\0`), file)
  })

  test('is not sent again to those who have it', async () => {
    const etag = (await fetch(address, { method: 'HEAD' })).headers.get('etag') ?? ''
    assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304)
    assert.equal((await fetch(`${market.url}/sdk/task-marketplace-sdk-0.0.1.tgz`)).status, 404)
  })
})
