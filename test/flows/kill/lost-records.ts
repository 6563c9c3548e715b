import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/fixtures.ts'
import type { RetryingClient } from '../retrying-client.ts'
import { type Acknowledged, type Flow, funds } from './flow.ts'

type Row = { readonly id: number; readonly status: string; readonly [member: string]: unknown }

const pageSize = 100

/** Reads all pages of a list. */
export async function everything(retryingClient: RetryingClient, client: Client, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { answer } = await retryingClient.retry(`list ${path}`, () =>
      client.get(`${path}?page=${page}&pageSize=${pageSize}`),
    )
    rows.push(...answer.body.items)
    if (rows.length >= answer.body.totalCount || answer.body.items.length === 0) return rows
  }
}

/** Copies the record, so that it can be compared with a response in flight. */
export const copyOf = (acknowledged: Acknowledged): Acknowledged => ({
  ...acknowledged,
  offers: new Map(acknowledged.offers),
  approved: new Set(acknowledged.approved),
  reservations: new Map(acknowledged.reservations),
  proofs: new Map(acknowledged.proofs),
  executions: new Map(acknowledged.executions),
  accepted: new Map(acknowledged.accepted),
})

/** Returns what the market acknowledged but no longer shows. */
export async function lost(flow: Flow, proofsMax = Number.POSITIVE_INFINITY): Promise<string[]> {
  const acknowledged = copyOf(flow.acknowledged)
  const { people } = flow
  const each = people.executors.map((executor) => lostTo(flow, acknowledged, executor))
  return [await lostTasks(flow, acknowledged), await lostMoney(flow, acknowledged), ...(await Promise.all(each))]
    .flat()
    .concat(await lostProofs(flow, [...acknowledged.proofs].slice(-proofsMax)))
}

async function lostTasks({ retryingClient, people }: Flow, acknowledged: Acknowledged): Promise<string[]> {
  const tasks = new Map(
    (await everything(retryingClient, people.advertiser.b, '/v1/tasks')).map((task) => [task.id, task]),
  )
  const reports = new Map(
    (await everything(retryingClient, people.advertiser.b, '/v1/reports')).map((row) => [row.id, row]),
  )
  return [
    ...[...acknowledged.offers]
      .filter(([name, id]) => tasks.get(id)?.['externalId'] !== name)
      .map(([name]) => `the task ${name}`),
    ...[...acknowledged.approved]
      .filter((id) => !['Active', 'Completed'].includes(tasks.get(id)?.status ?? ''))
      .map((id) => `the approval of ${id}`),
    ...[...acknowledged.executions.keys()].filter((id) => !reports.has(id)).map((id) => `the report ${id}`),
    ...[...acknowledged.accepted.keys()]
      .filter((id) => reports.get(id)?.status !== 'Accepted')
      .map((id) => `the acceptance of ${id}`),
  ]
}

/** Checks an executor's records and money: no less than acknowledged, and no more than requested. */
async function lostTo({ retryingClient }: Flow, acknowledged: Acknowledged, executor: Person): Promise<string[]> {
  const own = <Key>(map: ReadonlyMap<Key, { executor: Person }>) =>
    [...map].filter(([, taken]) => taken.executor === executor).map(([key]) => key)
  const reservations = await everything(retryingClient, executor.a, '/api/executor/reservations')
  const works = await everything(retryingClient, executor.a, '/api/executor/executions')
  const { answer } = await retryingClient.retry('balance', () => executor.a.get('/api/executor/balance'))
  return [
    ...without(own(acknowledged.reservations), reservations).map((id) => `the reservation ${id}`),
    ...without(own(acknowledged.executions), works).map((id) => `the work ${id}`),
    ...outside(
      executor.email,
      answer.body.total,
      own(acknowledged.accepted).length,
      own(acknowledged.acceptsSent).length,
    ),
  ]
}

const without = (ids: readonly number[], rows: readonly Row[]): number[] => {
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

export const reward = 1
export const cost = 1.1
export const rounded = (amount: number) => Math.round(amount * 10_000) / 10_000

const outside = (whose: string, amount: number, least: number, most: number): string[] =>
  amount >= rounded(least) && amount <= rounded(most)
    ? []
    : [`money of ${whose}: ${amount} is not from ${least} to ${most}`]

async function lostMoney({ retryingClient, people }: Flow, acknowledged: Acknowledged): Promise<string[]> {
  const { answer } = await retryingClient.retry('balance', () => people.advertiser.b.get('/v1/balance'))
  const spent = rounded((funds - answer.body.total) / cost)
  return outside('the advertiser, in accepted work', spent, acknowledged.accepted.size, acknowledged.acceptsSent.size)
}

/** Compares the files byte for byte. */
async function lostProofs(
  { retryingClient }: Flow,
  proofs: readonly (readonly [string, Uploaded])[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const [url, { executor, text }] of proofs) {
    const { answer } = await retryingClient.retry('proof', () => executor.a.get(new URL(url).pathname))
    if (answer.raw !== text) wrong.push(`the proof ${url}`)
  }
  return wrong
}
type Uploaded = { readonly executor: Person; readonly text: string }
