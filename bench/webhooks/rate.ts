import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import type { DatasetFacts } from '../dataset-facts.ts'
import { draftTask } from '../scenarios/drafts.ts'

const connections = 32

/** The results of requests at a fixed rate. */
export type Paced = { readonly answered: number; readonly perSecond: number }

/** Creates drafts at a fixed rate, for each account in turn; each causes an event. */
export async function makeEvents(
  address: string,
  facts: DatasetFacts,
  accounts: number,
  count: number,
  perSecond: number,
) {
  const pool = new Pool(address, { connections })
  const start = performance.now()
  const statuses: Promise<number>[] = []
  for (let turn = 0; turn < count; turn++) {
    const early = start + (turn * 1000) / perSecond - performance.now()
    if (early > 0) await setTimeout(early)
    statuses.push(makeOne(pool, facts, turn % accounts, address))
  }
  const answered = (await Promise.all(statuses)).filter((status) => status === 201).length
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return { answered, perSecond: answered / seconds } satisfies Paced
}

async function makeOne(pool: Pool, facts: DatasetFacts, index: number, address: string): Promise<number> {
  const { method, path, bearer, body } = draftTask.request(facts, index, address)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
  const answer = await pool.request({ method, path, headers, body: JSON.stringify(body) })
  await answer.body.dump()
  return answer.statusCode
}
