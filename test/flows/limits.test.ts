import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { createKey } from '../../server/accounts/actions.ts'
import { stopwatch } from '../../server/platform/clock.ts'
import { times } from '../properties/rng.ts'
import { settingsOnServer } from '../support/database.ts'
import { advertiser } from '../support/fixtures.ts'
import { freePort, newInstallation, type Program } from '../support/program.ts'

const [requests, connections, limit] = [3000, 100, 1000]

/** A process decides alone on a request for which the shared counter takes longer. A busy machine may make it so. */
const patienceMs = 150

type SeenResponse = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly ms: number }

const get = (url: string, bearer: string, agent: Agent): Promise<SeenResponse> =>
  new Promise((resolve, reject) => {
    const elapsed = stopwatch()
    const sent = request(`${url}/v1/balance`, { agent, headers: { authorization: `Bearer ${bearer}` } }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      answer.resume().once('end', () => resolve({ status, headers, ms: elapsed() }))
    })
    sent.once('error', reject).end()
  })

/** Sends requests over several connections, alternating between the programs. */
async function fill(programs: readonly Program[], bearer: string): Promise<SeenResponse[]> {
  const seen: SeenResponse[] = []
  let sent = 0
  const client = async (_: unknown, number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { url } = programs[number % programs.length] as Program
    while (sent++ < requests) seen.push(await get(url, bearer, agent))
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, client))
  return seen
}

function tellsItself({ status, headers }: SeenResponse): void {
  // On a busy machine, a process answers before the shared counter has named the key's account.
  assert.match(
    String(headers['ratelimit-policy']),
    new RegExp(`^"default";q=${limit};w=60(, "account";q=1000000;w=60)?$`),
  )
  const [, left, seconds] =
    /^"default";r=(\d+);t=(\d+)(?:, "account";r=\d+;t=\d+)?$/.exec(String(headers['ratelimit'])) ?? []
  assert.ok(Number(left) < limit && Number(seconds) >= 1 && Number(seconds) <= 60, String(headers['ratelimit']))
  if (status === 429) assert.deepEqual([left, Number(headers['retry-after']) >= Number(seconds)], ['0', true])
}

const passedOf = (seen: readonly SeenResponse[]): number => seen.filter(({ status }) => status === 200).length
const attemptsMax = 4

/** Fills a key's limit. Tries again with another key if too many or too few passed, but a process may have decided alone. */
async function fillTogether(t: TestContext, fillOne: () => Promise<SeenResponse[]>): Promise<SeenResponse[]> {
  for (let attempt = 1; ; attempt++) {
    const seen = await fillOne()
    const slow = seen.filter(({ ms }) => ms >= patienceMs).length
    t.diagnostic(`${passedOf(seen)} of ${seen.length} passed, ${slow} after ${patienceMs} ms`)
    if (passedOf(seen) === limit || slow === 0 || attempt === attemptsMax) return seen
  }
}

describe('three processes that share a database', () => {
  test('enforce the limit of one key exactly', async (t) => {
    const installation = newInstallation(t, { KEY_RATE_PER_MINUTE: '', ...(await settingsOnServer(t)) })
    const first = await installation.serve(await freePort())
    const others = await Promise.all([1, 2].map(async () => installation.serve(await freePort(), '--no-jobs')))
    for (let run = 1; run <= times(1, 5); run++) {
      const seen = await fillTogether(t, async () => {
        const key = await installation.within(first.url, async (market) => {
          const { email } = await advertiser(market)
          return (await createKey(market.ctx, { email })).secret
        })
        return fill([first, ...others], key)
      })
      assert.equal(passedOf(seen), limit)
      assert.equal(seen.filter(({ status }) => status === 429).length, requests - limit)
      for (const each of seen) tellsItself(each)
      assert.ok(seen.some(({ headers }) => String(headers['ratelimit-policy']).includes('"account"')))
    }
    for (const { output } of [first, ...others]) assert.doesNotMatch(output(), /counts alone/)
  })
})
