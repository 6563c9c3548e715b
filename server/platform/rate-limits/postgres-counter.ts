import type { Database, Db } from '../database/db.ts'
import { sql } from '../sql.ts'
import { type AccountCharge, type AccountUsages, newAccountUsage } from './account-usage.ts'
import { windowMs } from './local-window.ts'
import type { CounterResult, CounterUpdate, SharedCounter } from './shared-counter.ts'
import { type ChargedUpdate, countAndGrant, type ValidCredentials } from './sql-count-requests.ts'

type Row = {
  /** Position in the batch, from 1. */
  readonly place: number
  /** Null if the counter was only created, or purged concurrently: ask again. */
  readonly requestsGranted: number | null
  readonly uploadsGranted: number | null
  readonly requestsUsed: number | null
  readonly uploadsUsed: number | null
  readonly requestsFreeMs: number | null
  readonly uploadsFreeMs: number | null
  readonly account: number
  readonly nowMs: number
  /** Null if the account was not counted. */
  readonly accountUsed: number | null
  readonly accountGranted: number | null
  readonly accountFreeMs: number | null
}

/** Limits how long a blocked statement may hold the connection, unless requests wait longer. */
const answerMs = 2000
const roundsMax = 4

/** Counts in the shared database, over a dedicated connection. */
export function postgresCounter(database: Database, validCredentials: ValidCredentials, patienceMs = 0): SharedCounter {
  const db = database.beside({ connectionsMax: 1, answerMsMax: Math.max(answerMs, patienceMs) })
  const usages = newAccountUsage()
  return {
    ready: async () => {
      for (const countsAccounts of [true, false]) await db.many(countAndGrant(db, [], validCredentials, countsAccounts))
    },
    grant: (wanted, isTrial) =>
      isTrial ? tryGrant(db, wanted, validCredentials, usages) : grantAll(db, wanted, validCredentials, usages),
    close: () => db.close(),
  }
}

// The cause of the failure may still block the counter. A statement that times out leaves nothing behind in the database.
const tryGrant = (
  db: Database,
  wanted: readonly CounterUpdate[],
  validCredentials: ValidCredentials,
  usages: AccountUsages,
): Promise<readonly CounterResult[]> =>
  db.transaction(async (within) => {
    await within.run(sql`set local statement_timeout = '1s'`)
    return grantAll(within, wanted, validCredentials, usages)
  })

/** The first round creates new counters of accounts, and of credentials that want many requests; the next one grants these. */
async function grantAll(
  db: Db,
  wanted: readonly CounterUpdate[],
  validCredentials: ValidCredentials,
  usages: AccountUsages,
): Promise<readonly CounterResult[]> {
  const charges = usages.chargesOf(wanted)
  const charged = wanted.map((each, index) => ({ ...each, charge: charges[index] as AccountCharge }))
  const rows = await grantRows(db, charged, validCredentials)
  let isNew = rows.map((row) => row?.requestsGranted === null)
  for (let round = 1; isNew.includes(true); round++) {
    if (round === roundsMax) throw new Error(`requests were not counted in ${roundsMax} rounds`)
    const places = [...isNew.keys()].filter((index) => isNew[index])
    const again = await grantRows(
      db,
      places.map((index) => charged[index] as ChargedUpdate),
      validCredentials,
    )
    for (const [index, place] of places.entries()) rows[place] = again[index]
    isNew = rows.map((row) => row?.requestsGranted === null)
  }
  return rows.map((row, index) => resultOf(row, charged[index] as ChargedUpdate, usages))
}

async function grantRows(
  db: Db,
  charged: readonly ChargedUpdate[],
  validCredentials: ValidCredentials,
): Promise<(Row | undefined)[]> {
  const countsAccounts = charged.some(({ charge }) => charge.isCounted)
  const counted = await db.many<Row>(countAndGrant(db, charged, validCredentials, countsAccounts))
  const rows = new Array<Row | undefined>(charged.length).fill(undefined)
  for (const row of counted) rows[row.place - 1] = row
  return rows
}

const resultOf = (row: Row | undefined, charged: ChargedUpdate, usages: AccountUsages): CounterResult => ({
  isKnown: row !== undefined,
  requestsGranted: row?.requestsGranted ?? 0,
  uploadsGranted: row?.uploadsGranted ?? 0,
  requests: usageOf(row?.requestsUsed, row?.requestsFreeMs, row?.requestsGranted),
  uploads: usageOf(row?.uploadsUsed, row?.uploadsFreeMs, row?.uploadsGranted),
  ...(row ? { account: accountOf(row, charged, usages) } : {}),
})

/** Returns the account's usage: as counted now, otherwise as far as this process knows. */
function accountOf(row: Row, { hash, requestsOwed, uploadsOwed, charge }: ChargedUpdate, usages: AccountUsages) {
  const { account, nowMs, accountUsed, accountFreeMs } = row
  const granted = row.accountGranted ?? (row.requestsGranted ?? 0) + (row.uploadsGranted ?? 0)
  const counted = { ...usageOf(accountUsed, accountFreeMs, granted), uncounted: charge.uncounted }
  const usage = accountUsed === null ? undefined : counted
  const before = usages.record({ hash, account, granted, owed: requestsOwed + uploadsOwed, nowMs, usage })
  return { id: account, granted, used: before.used, freeInMs: before.freeInMs }
}

/** If nothing was used before, the requests granted now are the first to leave the window. */
const usageOf = (used: number | null = 0, freeMs: number | null = null, granted: number | null = 0) => ({
  used: used ?? 0,
  freeInMs: freeMs ?? (used === 0 && (granted ?? 0) > 0 ? windowMs : null),
})
