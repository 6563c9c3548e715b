import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { contractDocuments } from '../../../server/commands/docs/docs.ts'
import type { Document, Response } from '../../../server/contract/document.ts'
import { verifyLedger } from '../../../server/ledger/actions.ts'
import { sql } from '../../../server/platform/sql.ts'
import { accountWith, createCallers } from '../../support/callers.ts'
import type { Answer, Client } from '../../support/client.ts'
import { type Described, describedIn, followed, judgeOf } from '../../support/contract.ts'
import { type Good, type MadeUp, requestsTo } from '../../support/inputs/random-requests.ts'
import { openMarket } from '../../support/market.ts'
import { samplerOf, shareOf } from '../../support/sampling.ts'
import { clientFor, type Operation, rightful } from '../operations/operation.ts'
import { operations } from '../operations/routes.ts'

const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000 })
// Random low ids hit these fillers, which may be sanctioned or lose roles; the people of the test get high ids.
await accountWith(market, 'AccessToken', ['Advertiser'])
await market.owner.run(sql`alter table accounts alter column id restart with 7654321`)
const callers = await createCallers(market)
const { a, b } = await contractDocuments()
const groups = [
  { document: JSON.parse(a) as Document, prefix: '' },
  { document: JSON.parse(b) as Document, prefix: '/v1' },
]
/** Requests per operation: a handful by default, more in the long form or with FUZZ_RUNS. */
const runs = Number(process.env.FUZZ_RUNS ?? (process.env.LONG === '1' ? 2000 : 8))
/** Requests that share a record; then a new one is created, which earlier requests cannot have used up. */
const runsWithOne = 20

const known = new Map(operations.map((operation) => [operation.route.replace(/:(\w+)/g, '{$1}'), operation]))
const clients = { wrong: market.as('mkt_at_wrong'), nobody: market.as() }

function clientOf(operation: Operation, who: MadeUp['who']): Client {
  const person = rightful(operation, callers)
  if (who !== 'rightful') return clients[who]
  return clientFor(operation, person)
}

/** Returns a record that the operation can act on and a valid body; bodies that depend on the time are left to chance. */
async function goodFor(operation: Operation): Promise<Good> {
  const { id, body } = await operation.ready(callers)
  const { status: _, version: __, externalId: ___, ...lasting } = (body ?? {}) as Record<string, unknown>
  return { ids: id === undefined ? [] : String(id).split('/'), body: body && lasting }
}

type ResponseChecker = ReturnType<typeof judgeOf>

/** Asserts that a response matches the document: no internal error, a documented status, and a valid body. */
function mustBePromised(document: Document, { operation }: Described, answer: Answer, judge: ResponseChecker): void {
  const { status, raw, headers } = answer
  const shown = `${status} ${raw.slice(0, 500)}`
  assert.ok(status < 500, shown)
  const response = followed<Response | undefined>(document, operation.responses[String(status)])
  assert.ok(response, `not documented: ${shown}`)
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  const media = response.content?.[type]
  assert.ok(media || Object.keys(response.content ?? {}).length === 0, `${type} is not documented: ${shown}`)
  const isFile = JSON.stringify(media?.schema ?? '').includes('"binary"')
  if (media && !isFile && type.endsWith('json')) assert.equal(judge(media.schema, answer.body), '', shown)
  for (const name of Object.keys(response.headers ?? {}))
    if (name !== 'Idempotency-Replayed' && isPromised(name, answer))
      assert.ok(headers.has(name), `${name} is missing: ${shown}`)
}

/** A dry run returns an estimate with the same status, which has no version. */
const isPromised = (name: string, { body }: Answer): boolean =>
  name !== 'ETag' || (body.report ?? body).version !== undefined

for (const { document, prefix } of groups) {
  const judge = judgeOf(document)
  for (const described of shareOf([...describedIn(document)], 0.2, prefix)) {
    const operation = known.get(`${described.method.toUpperCase()} ${prefix}${described.path}`)
    test(`${described.name} answers ${runs} random requests as documented`, async (t: TestContext) => {
      assert.ok(operation, 'test/contract/operations/routes.ts has no such operation')
      const seed = samplerOf(t).whole(2 ** 31)
      const seen = new Map<string, number>()
      for (let done = 0; done < runs; done += runsWithOne) {
        // Earlier rejections may have put the executor on a block list.
        await market.ctx.db.run(sql`delete from executor_list_members`)
        const good = await goodFor(operation)
        const property = fc.asyncProperty(requestsTo(document, described, good), async (request) => {
          const { path, body, headers, who } = request
          const answer = await clientOf(operation, who).send(described.method.toUpperCase(), prefix + path, body, {
            ...headers,
          })
          mustBePromised(document, described, answer, judge)
          const outcome = answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body.code}`
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        })
        await fc.assert(property, { numRuns: Math.min(runsWithOne, runs - done), seed: seed + done })
      }
      if (process.env.LONG === '1') t.diagnostic([...seen].map(([outcome, count]) => `${outcome}: ${count}`).join(', '))
    })
  }
}

test('the ledger balances after all random requests', async () => {
  assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
})
