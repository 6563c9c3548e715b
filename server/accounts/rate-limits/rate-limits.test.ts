import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, Client } from '../../../test/support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  reserved,
  sendProof,
  submittedWork,
} from '../../../test/support/fixtures.ts'
import { sendRaw } from '../../../test/support/inputs/raw.ts'
import { openMarket, sharedCounting } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { revokeCredential } from '../actions.ts'
import { makeSecret } from '../credential.ts'
import { suspendAccount } from '../sanctions/actions.ts'

const perMinute = { keyRatePerMinute: 5, tokenRatePerMinute: 20, uploadRatePerMinute: 2, anonymousRatePerMinute: 4 }
const market = await openMarket({ ...perMinute, ...sharedCounting })
const { ctx } = market

/** Parses the headers: each policy's quota (`q`), what remains (`r`) and the seconds until the next request is allowed (`t`). */
function limitsIn({ headers }: Answer): Record<string, { q: number; r: number; t: number }> {
  const members = (name: string) =>
    String(headers.get(name))
      .split(', ')
      .map((each) => /^"([a-z]+)";(\w)=(\d+);(\w)=(\d+)$/.exec(each) ?? assert.fail(`${name}: ${each}`))
  const left = new Map(members('ratelimit').map(([, policy, , r, , t]) => [policy, { r: Number(r), t: Number(t) }]))
  return Object.fromEntries(
    members('ratelimit-policy').map(([, policy, , q, , w]) => {
      assert.equal(w, '60')
      return [policy, { q: Number(q), r: left.get(policy)?.r ?? -1, t: left.get(policy)?.t ?? -1 }]
    }),
  )
}

async function statuses(client: Client, many: number, path = '/v1/balance'): Promise<number[]> {
  const seen: number[] = []
  for (let sent = 0; sent < many; sent++) seen.push((await client.get(path)).status)
  return seen
}

describe('an API key', () => {
  test('has a limit per minute, reports what remains, and then how long to wait', async () => {
    const { b } = await advertiser(market)
    for (const left of [4, 3, 2, 1, 0]) {
      const { default: limit } = limitsIn(await b.get('/v1/balance'))
      assert.deepEqual([limit?.q, limit?.r], [5, left])
      assert.ok(limit && limit.t > 30 && limit.t <= 60)
    }
    const refused = await b.get('/v1/balance')
    const { default: limit } = limitsIn(refused)
    const { type, status, code, title, detail, retryAfterSeconds, 'violated-policies': violated } = refused.body
    assert.equal(type, 'https://iana.org/assignments/http-problem-types#quota-exceeded')
    assert.deepEqual([refused.status, status, code, title], [429, 429, 'rate_limited', 'Too many requests'])
    assert.deepEqual([violated, limit?.r, limit?.t], [['default'], 0, retryAfterSeconds])
    assert.equal(refused.headers.get('retry-after'), String(retryAfterSeconds))
    assert.match(detail, new RegExp(`in ${retryAfterSeconds} s`))

    market.pass(retryAfterSeconds)
    assert.equal((await b.get('/v1/balance')).status, 200, 'is served after the stated wait')
  })
  test('is counted whatever the result, except for refusals by the limit itself', async () => {
    const { b } = await advertiser(market)
    const responses = [
      await b.post('/v1/tasks', { title: 7 }),
      await b.get('/v1/tasks/999999'),
      await b.get('/v1/nothing'),
      await b.delete('/v1/balance'),
      await b.get('/v1/tasks?search=%00'),
    ]
    const shown = responses.map((answer) => [answer.status, limitsIn(answer)['default']?.r])
    assert.deepEqual(shown, [
      [400, 4],
      [404, 3],
      [404, 2],
      [405, 1],
      [400, 0],
    ])
    assert.deepEqual(await statuses(b, 3), [429, 429, 429])
    market.pass(60)
    assert.equal((await b.get('/v1/balance')).status, 200)
  })
  test('gets the error of revocation even above the limit; suspension is reported after the limit', async () => {
    const [revoked, suspended] = [await advertiser(market), await advertiser(market)]
    for (const { b } of [revoked, suspended]) assert.deepEqual(await statuses(b, 6), [200, 200, 200, 200, 200, 429])
    const { id } = await ctx.db.one<{ id: number }>(sql`
      select id from credentials where account = ${revoked.id}::bigint and kind = 'ApiKey'`)
    await revokeCredential(ctx, 'ApiKey', id)
    await suspendAccount(ctx, suspended.email, 'a test')
    market.pass(2)
    assert.equal(outcome(await revoked.b.get('/v1/balance')), '401 token_revoked')
    assert.equal(outcome(await suspended.b.get('/v1/balance')), '429 rate_limited')
    market.pass(60)
    assert.equal(outcome(await suspended.b.get('/v1/balance')), '403 account_suspended')
  })
})

test('an access token has a lower limit for uploads, and both policies are reported', async () => {
  const worker = await executor(market)
  const { id } = await activeOffer(market)
  await reserved(worker, id)
  const answers = [await sendProof(worker, id), await sendProof(worker, id), await sendProof(worker, id)]
  const shown = answers.map((answer) => [answer.status, limitsIn(answer)['default']?.r, limitsIn(answer)['uploads']?.r])
  assert.deepEqual(shown, [
    [200, 18, 1],
    [200, 17, 0],
    [429, 17, 0],
  ])
  const refused = answers[2] as Answer
  assert.deepEqual(refused.body['violated-policies'], ['uploads'])
  assert.equal(limitsIn(refused)['uploads']?.t, refused.body.retryAfterSeconds)
  assert.equal((await worker.a.get('/api/executor/offers/available')).status, 200)
  market.pass(60)
  assert.equal((await sendProof(worker, id)).status, 200)
})

describe('an unauthenticated request', () => {
  const kinds: Readonly<Record<string, () => Promise<Answer>>> = {
    'no credential': () => market.as().get('/v1/tasks'),
    'a credential that was never one': () => market.as('garbage').get('/v1/tasks'),
    'a key that does not exist': () => market.as(makeSecret('ApiKey')).get('/v1/tasks'),
    'one of the other group': async () => market.as((await advertiser(market)).token).get('/v1/tasks'),
    'an address where nothing is': () => market.as().get('/nowhere'),
    'a method that is not offered': () => market.as().delete('/v1/tasks'),
    'an address that is none': () => sendRaw(market.url, 'GET', '/v1/%zz', {}),
  }
  for (const [what, ask] of Object.entries(kinds))
    test(`is counted by its address: ${what}`, async () => {
      market.pass(60)
      for (const left of [3, 2, 1, 0]) {
        const answer = await ask()
        assert.deepEqual(limitsIn(answer)['anonymous']?.r, left)
        assert.ok([400, 401, 404, 405].includes(answer.status))
      }
      const refused = await ask()
      assert.deepEqual([outcome(refused), refused.body['violated-policies']], ['429 rate_limited', ['anonymous']])
      assert.equal((await (await advertiser(market)).b.get('/v1/balance')).status, 200, 'who is signed in is not meant')
    })
  test('causes no query with a wrong checksum, and leaves no row with a valid one', async () => {
    market.pass(60)
    const before = await ctx.db.one<{ rows: number }>(sql`select count(*) as rows from request_counts`)
    const sent = ctx.db.sent()
    await market.as('mkt_live_000000000000000000000000000000000000').get('/v1/tasks')
    assert.equal(ctx.db.sent(), sent)
    await market.as(makeSecret('ApiKey')).get('/v1/tasks')
    assert.deepEqual(await ctx.db.one(sql`select count(*) as rows from request_counts`), before)
  })
  test('is not counted for a link that we signed: viewers of proofs open many', async () => {
    market.pass(60)
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    market.pass(60)
    const work = await submittedWork(market, id)
    market.pass(60)
    const { proofs } = expectOk(await owner.b.get(`/v1/reports/${work.id}`))
    const link = new URL(proofs[0].downloadUrl)
    const path = link.pathname + link.search
    for (let opened = 1; opened <= 6; opened++) {
      const answer = await market.as().get(path)
      const { signed } = limitsIn(answer)
      assert.deepEqual([answer.status, signed?.q, signed?.r], [200, 20, 20 - opened])
    }
    assert.deepEqual(await statuses(market.as(), 5, path.replace(/sig=.*/, 'sig=forged')), [403, 403, 403, 403, 429])
  })
})
