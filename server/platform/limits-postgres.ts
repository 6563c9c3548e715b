import type { Database, Db } from './db.ts'
import type { SharedCounter, Tally, Wanted } from './limits-shared.ts'
import { windowMs } from './limits-window.ts'
import { type Sql, sql } from './sql.ts'

/**
 * The rows of the part `asked` whose credential is valid now, each with its `subject`, a positive number that is nobody else's,
 * and its `account`.
 */
export type ValidOf = (db: Db) => Sql

type Row = {
  /** Of what was wanted, counted from 1. */
  readonly place: number
  /** Null where the counter was made, or thrown away, at this moment: to be asked again. */
  readonly requestsGranted: number | null
  readonly uploadsGranted: number | null
  readonly requestsUsed: number | null
  readonly uploadsUsed: number | null
  readonly requestsFreeMs: number | null
  readonly uploadsFreeMs: number | null
  readonly account: number
  readonly accountUsed: number | null
  readonly accountGranted: number | null
  readonly accountFreeMs: number | null
}

/** Its connection must not be held for ever by a statement that somebody else blocks. */
const answerMsMax = 2000
const roundsMax = 4

/** Counts in the database that all processes share, over a connection of its own. */
export function postgresCounter(database: Database, validOf: ValidOf): SharedCounter {
  const db = database.beside({ connectionsMax: 1, answerMsMax })
  return {
    ready: async () => {
      await db.many(grantWanted(db, [], validOf))
    },
    grant: (wanted, isTrial) => (isTrial ? tryGrant(db, wanted, validOf) : grantAll(db, wanted, validOf)),
    close: () => db.close(),
  }
}

// What blocks the counter may still do so: a statement that ends by itself leaves nothing behind in the database.
const tryGrant = (db: Database, wanted: readonly Wanted[], validOf: ValidOf): Promise<readonly Tally[]> =>
  db.transaction(async (within) => {
    await within.run(sql`set local statement_timeout = '1s'`)
    return grantAll(within, wanted, validOf)
  })

/** Credentials that come for the first time get a counter, and are asked for again. */
async function grantAll(db: Db, wanted: readonly Wanted[], validOf: ValidOf): Promise<readonly Tally[]> {
  const rows = await grantRows(db, wanted, validOf)
  let isNew = rows.map((row) => row?.requestsGranted === null)
  for (let round = 1; isNew.includes(true); round++) {
    if (round === roundsMax) throw new Error(`requests were not counted in ${roundsMax} rounds`)
    const places = [...isNew.keys()].filter((place) => isNew[place])
    const again = await grantRows(
      db,
      places.map((place) => wanted[place] as Wanted),
      validOf,
    )
    for (const [index, place] of places.entries()) rows[place] = again[index]
    isNew = rows.map((row) => row?.requestsGranted === null)
  }
  return rows.map(tallyOf)
}

async function grantRows(db: Db, wanted: readonly Wanted[], validOf: ValidOf): Promise<(Row | undefined)[]> {
  const found = await db.many<Row>(grantWanted(db, wanted, validOf))
  const rows = new Array<Row | undefined>(wanted.length).fill(undefined)
  for (const row of found) rows[row.place - 1] = row
  return rows
}

const tallyOf = (row: Row | undefined): Tally => ({
  isKnown: row !== undefined,
  requestsGranted: row?.requestsGranted ?? 0,
  uploadsGranted: row?.uploadsGranted ?? 0,
  requests: usageOf(row?.requestsUsed, row?.requestsFreeMs, row?.requestsGranted),
  uploads: usageOf(row?.uploadsUsed, row?.uploadsFreeMs, row?.uploadsGranted),
  ...(row ? { account: accountOf(row) } : {}),
})

const accountOf = ({ account: id, accountUsed, accountGranted, accountFreeMs }: Row) => ({
  id,
  granted: accountGranted ?? 0,
  ...usageOf(accountUsed, accountFreeMs, accountGranted),
})

/** Where nothing was used before, what was granted now is the first to leave. */
const usageOf = (used: number | null = 0, freeMs: number | null = null, granted: number | null = 0) => ({
  used: used ?? 0,
  freeInMs: freeMs ?? (used === 0 && (granted ?? 0) > 0 ? windowMs : null),
})

const minute = sql`interval '1 minute'`

const isCounted = sql`granted.requests_owed + granted.requests_granted + granted.uploads_granted > 0`

/**
 * Counts what is owed, and grants what is wanted, as far as there is room for the credential and for its account. An account
 * is counted like a credential, under its negative number. The counters are locked in the order of their
 * subjects; what stood there a minute ago is read in the statement's snapshot, which knows it: only what is younger may have
 * been written meanwhile. It is planned while its tables are empty: arrays and laterals leave no other way than one descent of
 * an index for each credential, whatever the tables grow to. A counter that is new stands at 0, which never replaces another.
 */
const grantWanted = (db: Db, wanted: readonly Wanted[], validOf: ValidOf): Sql => sql`
  with moment as materialized (select ${db.now()} as now),
  asked as materialized (${askedRows(wanted)}),
  known as materialized (${validOf(db)}),
  facts as materialized (${factsOfKnown}),
  accounts as materialized (${factsOfAccounts}),
  locked as materialized (
    select subject, requests, uploads, last_at from limit_counters
    where subject = any(array(select subject from known union all select subject from accounts)) order by subject for update
  ), used as (${usedByLocked}),
  shared as materialized (${usedByAccounts}),
  uploading as (
    select used.*, greatest(0, least(uploads, uploads_max - uploads_used, requests_max - requests_used)) as uploads_room
    from used
  ), wanting as (
    select uploading.*, uploads_room + greatest(0, least(requests, requests_max - requests_used - uploads_room)) as room
    from uploading
  ), sharing as (${sharedOut}),
  granted as materialized (
    select sharing.*, least(uploads_room, room_left) as uploads_granted,
      room_left - least(uploads_room, room_left) as requests_granted
    from sharing
  ), charged as materialized (${chargedAccounts}), counted as (${countGranted}), written as (${writeGranted})
  select facts.place, facts.account, granted.requests_granted, granted.uploads_granted, granted.requests_used,
    granted.uploads_used, granted.account_used,
    (sum(requests_granted + uploads_granted) over (partition by facts.account))::bigint as account_granted,
    ${untilFree(sql`facts.first_at`)} as requests_free_ms, ${untilFree(sql`facts.first_upload_at`)} as uploads_free_ms,
    ${untilFree(sql`granted.account_first_at`)} as account_free_ms
  from facts cross join moment left join granted on granted.subject = facts.subject`

/** What the accounts of those that were granted something stand at. */
const chargedAccounts = sql`
  select account_subject as subject, account_before as before, account_uploads as uploads, account_at as at,
    account_before + account_owed + sum(requests_granted + uploads_granted)::bigint as requests
  from granted group by account_subject, account_before, account_owed, account_uploads, account_at
  having account_owed + sum(requests_granted + uploads_granted) > 0`

/** New counters, of credentials and accounts, stand at 0. */
const countGranted = sql`
  insert into limit_counters as counter (subject, requests, uploads, last_at)
  select subject, requests_before + requests_owed + requests_granted + uploads_granted,
    uploads_before + uploads_owed + uploads_granted, at
  from granted where ${isCounted}
  union all
  select subject, requests, uploads, at from charged
  union all
  select subject, 0, 0, now from facts cross join moment where not is_counted
  union all
  select subject, 0, 0, now from accounts cross join moment where not is_counted order by subject
  on conflict (subject) do update
    set requests = excluded.requests, uploads = excluded.uploads, last_at = excluded.last_at
    where excluded.requests > counter.requests`

const writeGranted = sql`
  insert into limit_grants (subject, at, requests_before, uploads_before, uploads)
  select subject, at, requests_before, uploads_before, uploads_owed + uploads_granted from granted where ${isCounted}
  union all
  select subject, at, before, uploads, 0 from charged`

/** Credentials of one account take what there is for it in the order in which they are asked for. */
const sharedOut = sql`
  select wanting.*, shared.*, greatest(0, least(room, account_max - account_used
    - (sum(room) over (partition by account order by place) - room)))::bigint as room_left
  from wanting join shared on shared.account_subject = -wanting.account`

const untilFree = (at: Sql): Sql => sql`(extract(epoch from ${at} + ${minute} - moment.now) * 1000)::float8`

const askedRows = (wanted: readonly Wanted[]): Sql => sql`
  select * from unnest(${wanted.map(({ hash }) => hash)}::bytea[], ${wanted.map(({ requests }) => requests)}::bigint[],
    ${wanted.map(({ uploads }) => uploads)}::bigint[], ${wanted.map(allOwed)}::bigint[],
    ${wanted.map(({ uploadsOwed }) => uploadsOwed)}::bigint[], ${wanted.map(({ requestsMax }) => requestsMax)}::bigint[],
    ${wanted.map(({ uploadsMax }) => uploadsMax)}::bigint[], ${wanted.map(({ accountMax }) => accountMax)}::bigint[])
    with ordinality as asked (hash, requests, uploads, requests_owed, uploads_owed, requests_max, uploads_max, account_max,
      place)`

const allOwed = ({ requestsOwed, uploadsOwed }: Wanted): number => requestsOwed + uploadsOwed

/** The grants of the minute that ends now. Those of a clock that has since been set back by more are none of it. */
const ofThisMinute = sql`
  grants.subject = known.subject and grants.at > moment.now - ${minute} and grants.at <= moment.now + ${minute}`

/** What each counter stood at before this minute, and when its earliest grants of this minute were. */
const factsOfKnown = sql`
  select known.*, counter.subject is not null as is_counted,
    coalesce(first.requests_before, counter.requests, 0) as requests_base,
    coalesce(first.uploads_before, counter.uploads, 0) as uploads_base,
    first.at as first_at, upload.at as first_upload_at
  from known cross join moment
  left join lateral (
    select counters.subject, counters.requests, counters.uploads from limit_counters counters
    where counters.subject = known.subject limit 1
  ) counter on true
  left join lateral (
    select grants.requests_before, grants.uploads_before, grants.at from limit_grants grants
    where ${ofThisMinute} order by grants.at, grants.requests_before limit 1
  ) first on true
  left join lateral (
    select grants.at from limit_grants grants
    where known.uploads > 0 and ${ofThisMinute} and grants.uploads > 0 order by grants.at limit 1
  ) upload on true`

/** The same of the accounts of those credentials. */
const factsOfAccounts = sql`
  select known.*, counter.subject is not null as is_counted,
    coalesce(first.requests_before, counter.requests, 0) as base, first.at as first_at
  from (
    select account, -account as subject, max(account_max) as account_max, sum(requests_owed)::bigint as owed
    from known group by account
  ) known cross join moment
  left join lateral (
    select counters.subject, counters.requests from limit_counters counters where counters.subject = known.subject limit 1
  ) counter on true
  left join lateral (
    select grants.requests_before, grants.at from limit_grants grants
    where ${ofThisMinute} order by grants.at, grants.requests_before limit 1
  ) first on true`

const atOfLocked = sql`
  case when locked.last_at > moment.now + ${minute} then moment.now else greatest(locked.last_at, moment.now) end`

const usedByAccounts = sql`
  select accounts.subject as account_subject, accounts.owed as account_owed, accounts.first_at as account_first_at,
    locked.requests as account_before, locked.uploads as account_uploads,
    locked.requests + accounts.owed - accounts.base as account_used, ${atOfLocked} as account_at
  from accounts join locked on locked.subject = accounts.subject cross join moment`

/** How much of each is used, by the counter as it is now that it is locked; grants never go back in time. */
const usedByLocked = sql`
  select facts.subject, facts.place, facts.account, facts.requests, facts.uploads, facts.requests_owed, facts.uploads_owed,
    facts.requests_max, facts.uploads_max, facts.account_max, locked.requests as requests_before, locked.uploads as uploads_before,
    locked.requests + facts.requests_owed - facts.requests_base as requests_used,
    locked.uploads + facts.uploads_owed - facts.uploads_base as uploads_used,
    ${atOfLocked} as at
  from facts join locked on locked.subject = facts.subject cross join moment`
