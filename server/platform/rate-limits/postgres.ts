import type { Database, Db } from '../database/db.ts'
import { type Sql, sql } from '../sql.ts'
import type { CounterUpdate, SharedCounter, Tally } from './shared.ts'
import { windowMs } from './window.ts'

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
const tryGrant = (db: Database, wanted: readonly CounterUpdate[], validOf: ValidOf): Promise<readonly Tally[]> =>
  db.transaction(async (within) => {
    await within.run(sql`set local statement_timeout = '1s'`)
    return grantAll(within, wanted, validOf)
  })

/** Credentials that come for the first time get a counter, and are asked for again. */
async function grantAll(db: Db, wanted: readonly CounterUpdate[], validOf: ValidOf): Promise<readonly Tally[]> {
  const rows = await grantRows(db, wanted, validOf)
  let isNew = rows.map((row) => row?.requestsGranted === null)
  for (let round = 1; isNew.includes(true); round++) {
    if (round === roundsMax) throw new Error(`requests were not counted in ${roundsMax} rounds`)
    const places = [...isNew.keys()].filter((place) => isNew[place])
    const again = await grantRows(
      db,
      places.map((place) => wanted[place] as CounterUpdate),
      validOf,
    )
    for (const [index, place] of places.entries()) rows[place] = again[index]
    isNew = rows.map((row) => row?.requestsGranted === null)
  }
  return rows.map(tallyOf)
}

async function grantRows(db: Db, wanted: readonly CounterUpdate[], validOf: ValidOf): Promise<(Row | undefined)[]> {
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

/**
 * Counts what is owed, and grants what is wanted, as far as there is room for the credential and for its account. An account
 * is counted like a credential, under its negative number. The counters are locked in the order of their
 * subjects; what stood there a minute ago is read in the statement's snapshot, which knows it: only what is younger may have
 * been written meanwhile. It is planned while its tables are empty: arrays and laterals leave no other way than one descent of
 * an index for each subject, whatever the tables grow to. A counter that is new stands at 0, which never replaces another.
 *
 * Every request waits for this statement, and most of its cost is to set up its plan: it has as few parts as it can.
 */
const grantWanted = (db: Db, wanted: readonly CounterUpdate[], validOf: ValidOf): Sql => sql`
  with asked as materialized (${askedRows(wanted)}),
  known as materialized (${validOf(db)}),
  facts as materialized (${factsOfSubjects(db)}),
  locked as materialized (
    select subject, requests, uploads, last_at from limit_counters
    where subject = any(array(select subject from facts)) order by subject for update
  ), used as materialized (${usedByLocked(db)}),
  granted as materialized (${grantedOfWanted}),
  counted as (${countGranted(db)}), written as (${writeGranted})
  select known.place, known.account, granted.requests_granted, granted.uploads_granted, granted.requests_used,
    granted.uploads_used, granted.account_used, granted.account_granted,
    ${untilFree(db, sql`granted.first_at`)} as requests_free_ms,
    ${untilFree(db, sql`granted.first_upload_at`)} as uploads_free_ms,
    ${untilFree(db, sql`granted.account_first_at`)} as account_free_ms
  from known left join granted on granted.subject = known.subject`

/** The grants of the minute that ends now. Those of a clock that has since been set back by more are none of it. */
const ofThisMinute = (db: Db): Sql => sql`
  grants.subject = subjects.subject and grants.at > ${db.now()} - ${minute} and grants.at <= ${db.now()} + ${minute}`

/** What each counter stood at before this minute, and when its earliest grants of this minute were. */
const factsOfSubjects = (db: Db): Sql => sql`
  select subjects.subject, counter.subject is not null as is_counted,
    coalesce(first.requests_before, counter.requests, 0) as requests_base,
    coalesce(first.uploads_before, counter.uploads, 0) as uploads_base,
    first.at as first_at, upload.at as first_upload_at
  from (
    select subject, uploads > 0 as has_uploads from known union all select distinct -account, false from known
  ) subjects
  left join lateral (
    select counters.subject, counters.requests, counters.uploads from limit_counters counters
    where counters.subject = subjects.subject limit 1
  ) counter on true
  left join lateral (
    select grants.requests_before, grants.uploads_before, grants.at from limit_grants grants
    where ${ofThisMinute(db)} order by grants.at, grants.requests_before limit 1
  ) first on true
  left join lateral (
    select grants.at from limit_grants grants
    where subjects.has_uploads and ${ofThisMinute(db)} and grants.uploads > 0 order by grants.at limit 1
  ) upload on true`

/** Each counter as it is now that it is locked, and how much of this minute it has counted; grants never go back in time. */
const usedByLocked = (db: Db): Sql => sql`
  select facts.subject, facts.first_at, facts.first_upload_at, locked.requests as requests_before,
    locked.uploads as uploads_before, locked.requests - facts.requests_base as requests_used,
    locked.uploads - facts.uploads_base as uploads_used,
    case when locked.last_at > ${db.now()} + ${minute} then ${db.now()} else greatest(locked.last_at, ${db.now()}) end as at
  from facts join locked on locked.subject = facts.subject`

/** The room that each credential has, with what is known of its account. One whose counter is new is left out. */
const roomOfWanted = sql`
  select known.*, own.requests_before, own.uploads_before, own.at, own.first_at, own.first_upload_at,
    own.requests_used + known.requests_owed as requests_used, own.uploads_used + known.uploads_owed as uploads_used,
    shared.subject as account_subject, shared.requests_before as account_before, shared.uploads_before as account_uploads,
    shared.at as account_at, shared.first_at as account_first_at, shared.requests_used as account_counted, uploads_room,
    uploads_room + greatest(0,
      least(known.requests, requests_max - own.requests_used - known.requests_owed - uploads_room)) as room
  from known
  join used own on own.subject = known.subject
  join used shared on shared.subject = -known.account
  cross join lateral (
    select greatest(0, least(known.uploads, uploads_max - own.uploads_used - known.uploads_owed,
      requests_max - own.requests_used - known.requests_owed)) as uploads_room) uploading`

/** Credentials of one account take what there is for it in the order in which they are asked for, each its uploads first. */
const grantedOfWanted = sql`
  select sharing.*, least(uploads_room, room_left) as uploads_granted,
    room_left - least(uploads_room, room_left) as requests_granted
  from (
    select wanting.*, account_counted + account_owed as account_used,
      greatest(0, least(room, account_max - account_counted - account_owed - (room_so_far - room)))::bigint as room_left,
      greatest(0, least(room_in_all, account_max - account_counted - account_owed))::bigint as account_granted
    from (
      select fitting.*, sum(room) over (partition by account order by place) as room_so_far,
        sum(room) over (partition by account) as room_in_all,
        (sum(requests_owed) over (partition by account))::bigint as account_owed,
        place = min(place) over (partition by account) as is_first
      from (${roomOfWanted}) fitting
    ) wanting
  ) sharing`

const isCounted = sql`granted.requests_owed + granted.requests_granted + granted.uploads_granted > 0`
const isCharged = sql`granted.is_first and granted.account_owed + granted.account_granted > 0`

/** New counters, of credentials and accounts, stand at 0. */
const countGranted = (db: Db): Sql => sql`
  insert into limit_counters as counter (subject, requests, uploads, last_at)
  select subject, requests_before + requests_owed + requests_granted + uploads_granted,
    uploads_before + uploads_owed + uploads_granted, at
  from granted where ${isCounted}
  union all
  select account_subject, account_before + account_owed + account_granted, account_uploads, account_at
  from granted where ${isCharged}
  union all
  select subject, 0, 0, ${db.now()} from facts where not is_counted
  order by subject
  on conflict (subject) do update
    set requests = excluded.requests, uploads = excluded.uploads, last_at = excluded.last_at
    where excluded.requests > counter.requests`

const writeGranted = sql`
  insert into limit_grants (subject, at, requests_before, uploads_before, uploads)
  select subject, at, requests_before, uploads_before, uploads_owed + uploads_granted from granted where ${isCounted}
  union all
  select account_subject, account_at, account_before, account_uploads, 0 from granted where ${isCharged}`

const untilFree = (db: Db, at: Sql): Sql => sql`(extract(epoch from ${at} + ${minute} - ${db.now()}) * 1000)::float8`

const askedRows = (wanted: readonly CounterUpdate[]): Sql => sql`
  select * from unnest(${wanted.map(({ hash }) => hash)}::bytea[], ${wanted.map(({ requests }) => requests)}::bigint[],
    ${wanted.map(({ uploads }) => uploads)}::bigint[], ${wanted.map(allOwed)}::bigint[],
    ${wanted.map(({ uploadsOwed }) => uploadsOwed)}::bigint[], ${wanted.map(({ requestsMax }) => requestsMax)}::bigint[],
    ${wanted.map(({ uploadsMax }) => uploadsMax)}::bigint[], ${wanted.map(({ accountMax }) => accountMax)}::bigint[])
    with ordinality as asked (hash, requests, uploads, requests_owed, uploads_owed, requests_max, uploads_max, account_max,
      place)`

const allOwed = ({ requestsOwed, uploadsOwed }: CounterUpdate): number => requestsOwed + uploadsOwed
