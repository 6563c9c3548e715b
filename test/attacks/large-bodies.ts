import assert from 'node:assert/strict'
import type { Client } from '../support/client.ts'
import { advertiser } from '../support/fixtures.ts'
import { processorStopwatch } from '../support/processor-time.ts'
import type { Attack, Target } from './attack.ts'
import { during } from './bystander.ts'

const atOnce = 8
const bytes = 4 * 1024 * 1024 - 1000
/** Processor time. Eight bodies without a credential blocked the process for 18 s. */
const silentMsMax = 2_500
const path = '/v1/reports/import'
const json = { 'content-type': 'application/json' }

/** Bodies that are expensive to parse: JSON, then CSV. */
const bodies: readonly string[] = [
  `{"csv":"${'x'.repeat(bytes)}"}`,
  `{"csv":"${','.repeat(bytes)}"}`,
  `{"csv":"id,action\\n${'1,\\n'.repeat(bytes / 4)}"}`,
  `{"csv":"\\"${'\\"\\"'.repeat(bytes / 4)}"}`,
]

/** Replays large bodies from callers without and with a credential; other callers must still get responses. */
export const largeBodies: Attack = {
  title: 'large bodies silence the process for nobody',
  run: async (target) => {
    const { b } = await advertiser(target.market)
    const refused = await slowestBeside(
      target,
      Array.from({ length: atOnce }, () => send(target.market.as(), bodies[0])),
    )
    assert.deepEqual(
      [...refused].filter((status) => status !== 401 && status !== 429),
      [],
    )
    for (const body of bodies) {
      const answered = await slowestBeside(
        target,
        Array.from({ length: atOnce }, () => send(b, body)),
      )
      assert.deepEqual(
        [...answered].filter((status) => status !== 400 && status !== 429 && status !== 503),
        [],
      )
    }
  },
}

const send = (client: Client, body: string | undefined) => client.send('POST', path, body, json)

async function slowestBeside({ market, pid }: Target, sent: readonly ReturnType<typeof send>[]): Promise<Set<number>> {
  const all = Promise.all(sent)
  const { slowestMs, statuses } = await during(
    all,
    () => market.as().get('/healthz'),
    () => processorStopwatch(pid),
  )
  assert.deepEqual([...statuses], [200])
  assert.ok(slowestMs < silentMsMax, `/healthz was silent for ${Math.round(slowestMs)} ms`)
  return new Set((await all).map(({ status }) => status))
}
