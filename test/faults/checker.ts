import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { checkShown } from './checker-api.ts'
import { checkEvents } from './checker-events.ts'
import { checkFiles } from './checker-files.ts'
import { kept, mustFindNothing } from './checker-sql.ts'
import { type Evidence, type Findings, moneyOf, type Row } from './evidence.ts'

export type Query = (text: string) => Promise<Row[]>
const shownMax = 5
const pauseMs = 200

/** Waits up to `msMax` until nothing is pending; anything still pending is then reported below. */
export async function settle(databaseUrl: string, msMax: number): Promise<void> {
  await withQuery(databaseUrl, async (query) => {
    for (const late = AbortSignal.timeout(msMax); !late.aborted; await setTimeout(pauseMs))
      if (Number((await query(kept.unsettled))[0]?.['count']) === 0) return
  })
}

/** Compares what was acknowledged with what is stored. */
export const examine = (evidence: Evidence): Promise<Findings> =>
  withQuery(evidence.databaseUrl, (query) => examineBy(evidence, query))

/** The same over an existing connection. */
export async function examineBy(evidence: Evidence, query: Query): Promise<Findings> {
  const wrong = [...evidence.acknowledged.wrong]
  for (const [what, text] of Object.entries(mustFindNothing)) wrong.push(...found(what, await query(text)))
  wrong.push(...(await checkRecords(evidence, query)), ...(await checkMoney(evidence, query)))
  wrong.push(...checkEvents(evidence, await query(kept.events)), ...(await checkShown(evidence)))
  const files = await checkFiles(evidence, await query(kept.proofs))
  return { wrong: [...wrong, ...files.wrong], notes: files.notes }
}

/** Parses bigint and numeric as numbers: none here exceeds their exact range. */
const types = { getTypeParser: (oid: number) => (oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid)) }

export async function withQuery<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types: types as pg.CustomTypesConfig })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

const found = (what: string, rows: readonly Row[]): string[] =>
  rows.length === 0 ? [] : [`${what} (${rows.length}): ${rows.slice(0, shownMax).map(text).join(' ')}`]
const text = (row: unknown): string => JSON.stringify(row)

/** Checks that every acknowledged effect exists exactly once and unchanged. */
async function checkRecords({ acknowledged }: Evidence, query: Query): Promise<string[]> {
  const proofs = new Map([...acknowledged.proofs].map(([url, proof]) => [proofIdOf(url), proof]))
  return [
    ...differences('task', acknowledged.tasks, await query(kept.tasks)),
    ...differences('reservation', acknowledged.reservations, await query(kept.reservations)),
    ...differences('proof', proofs, await query(kept.proofs)),
    ...differences('report', acknowledged.works, await query(kept.works)),
    ...differences('withdrawal', acknowledged.withdrawals, await query(kept.withdrawals)),
    ...differences('deposit', acknowledged.deposits, await query(kept.deposits)),
  ]
}

const proofIdOf = (url: string): string => {
  const name = url.split('/').at(-1) ?? ''
  const bare = name.replace(/\.[a-z]+$/, '').replaceAll('-', '')
  return bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function differences(what: string, acknowledged: ReadonlyMap<unknown, object>, rows: readonly Row[]): string[] {
  const there = new Map(rows.map((row) => [row['id'], row]))
  const missing = [...acknowledged].filter(([id]) => !there.has(id)).map(([id, each]) => ({ id, ...each }))
  const unknown = rows.filter(({ id }) => !acknowledged.has(id))
  const other = [...acknowledged].flatMap(([id, each]) => {
    const row = there.get(id)
    const members = Object.entries(each).filter(([name, value]) => row && name in row && row[name] !== value)
    return members.map(([name, value]) => ({ id, [name]: value, isNow: row?.[name] }))
  })
  return [
    ...found(`a ${what} that was acknowledged is missing`, missing),
    ...found(`a ${what} exists that was never acknowledged`, unknown),
    ...found(`a ${what} differs from its acknowledgement`, other),
  ]
}

async function checkMoney(evidence: Evidence, query: Query): Promise<string[]> {
  const rows = await query(kept.money)
  const there = (account: number) =>
    rows.filter((row) => row['account'] === account).reduce((sum, row) => sum + Number(row['units']), 0)
  const off = [...moneyOf(evidence)].filter(([account, units]) => there(account) !== units)
  return found(
    'an account has other money than was acknowledged',
    off.map(([account, acknowledged]) => ({ account, acknowledged, isNow: there(account) })),
  )
}
