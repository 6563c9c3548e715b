import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { newestFirst, type Order, pageOfList, rowsOfPage, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import {
  type Giver,
  type Grant,
  type OwnQualification,
  type Qualification,
  type QualificationChange,
  type QualificationInput,
  qualificationsMax,
  type Side,
} from './qualification.ts'
import { isValid } from './sql-fragments.ts'

const columns = sql`id, advertiser, name, description, how_to_get, is_visible, has_score, grants, created_at, updated_at`

const isOwn = (side: Side): Sql =>
  side === 'operator' ? sql`advertiser is null` : sql`advertiser = caller.caller_account`

/** Advertisers can use those of the marketplace too. */
const isUsable = (side: Side): Sql =>
  side === 'operator' ? isOwn(side) : sql`(advertiser = caller.caller_account or advertiser is null)`

/** Each part has its own index: a condition with `or` would read all qualifications in their order. */
const usable = sql`(
  select * from qualifications where advertiser = caller.caller_account
  union all select * from qualifications where advertiser is null) qualifications where true`

export const readQualifications = (db: Db, by: By, side: Side, page: Page) => {
  const from = side === 'operator' ? sql`from qualifications where advertiser is null` : sql`from ${usable}`
  const list = { columns, from, order: newestFirst(sql`id`) }
  return forCaller<Qualification & PagedRow>(db, by)`${pageOfList(list, page)}`
}

export const readQualification = (db: Db, by: By, side: Side, id: Id<'qualification'>) =>
  forCaller<Qualification>(db, by)`
    select ${columns} from qualifications where id = ${id}::bigint and ${isUsable(side)}`

/** Locks an own qualification until the transaction ends: no offer can begin to require it. */
export const lockOwn = (db: Db, by: By, side: Side, id: Id<'qualification'>) =>
  forCaller<Qualification>(db, by)`
    select ${columns} from qualifications where id = ${id}::bigint and ${isOwn(side)} for update`

/** Locks a qualification, whoever made it. */
export const lockQualification = (db: Db, id: Id<'qualification'>) =>
  db.maybe<Qualification>(sql`select ${columns} from qualifications where id = ${id}::bigint for update`)

export const readLocked = (db: Db, id: Id<'qualification'>) =>
  db.one<Qualification>(sql`select ${columns} from qualifications where id = ${id}::bigint`)

/** Serializes what adds to the qualifications of an account (0: of the marketplace), so that their number stays within the limits. */
export const lockAccount = (db: Db, advertiser: number | null) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('qualifications of ' || ${advertiser ?? 0}::bigint, 0))`)

/** The decision about the qualifications in the part `changed`, for the audit log. */
const decided = (db: Db, { actor, account, reason }: Giver, action: string, data: object): Sql =>
  recordDecisions(db)`
    select ${actor}::text as actor, ${account}::bigint as account, ${`qualification.${action}`}::text as action,
      'qualification' as subject, id as subject_id, advertiser as owner, ${reason}::text as reason,
      ${JSON.stringify(data)}::jsonb as data from changed`

/** Inserts a qualification. Returns undefined if the account has the maximum number. */
export const insertQualification = (
  db: Db,
  by: Giver,
  advertiser: Id<'account'> | null,
  { name, description, howToGet, isVisible, hasScore }: QualificationInput,
) =>
  db.maybe<Qualification>(sql`
    with changed as (
      insert into qualifications (advertiser, name, description, how_to_get, is_visible, has_score, created_at, updated_at)
      select ${advertiser}::bigint, ${name}::text, ${description}::text, ${howToGet}::text, ${isVisible}::boolean,
        ${hasScore}::boolean, ${db.now()}, ${db.now()}
      where (
        select case when ${advertiser}::bigint is null
          then (select count(*) from qualifications where advertiser is null)
          else (select count(*) from qualifications where advertiser = ${advertiser}::bigint) end) < ${qualificationsMax}::integer
      returning *
    ),
    decided as (${decided(db, by, 'create', { name, hasScore })})
    select ${columns} from changed`)

export const updateQualification = (db: Db, by: Giver, before: Qualification, change: QualificationChange) => {
  const { name, description, howToGet, isVisible } = { ...before, ...change }
  return db.run(sql`
    with changed as (
      update qualifications set name = ${name}::text, description = ${description}::text, how_to_get = ${howToGet}::text,
        is_visible = ${isVisible}::boolean, updated_at = ${db.now()}
      where id = ${before.id}::bigint returning *
    )
    ${decided(db, by, 'update', change)}`)
}

const usersShownMax = 10

/** Reads the offers that require the qualification and are not archived. */
export const offersRequiring = (db: Db, id: Id<'qualification'>) =>
  db.many<{ offer: number }>(sql`
    select id as offer from offers
    where required_qualifications @> array[${id}::bigint] and required_qualifications is not null
      and (select status from offer_states where offer = offers.id) <> 'Archived'
    order by id limit ${usersShownMax}`)

export const deleteQualification = (db: Db, by: Giver, id: Id<'qualification'>) =>
  db.run(sql`
    with changed as (delete from qualifications where id = ${id}::bigint returning *)
    ${decided(db, by, 'delete', {})}`)

const inOrder: Order = { id: sql`id`, isBackwards: false }

/** Reads a page of the grants of an own qualification; no row if there is none. */
export const readGrants = (db: Db, by: By, side: Side, id: Id<'qualification'>, page: Page) =>
  forCaller<Grant & PagedRow>(db, by)`
    select named.grants as total_count, item.* from (
      select id, grants from qualifications where id = ${id}::bigint and ${isOwn(side)}) named
    left join lateral (${rowsOfPage(
      {
        columns: sql`id, executor, executor_alias, score, expires_at, granted_at,
          (select nickname from executors where account = qualification_grants.executor) as nickname`,
        from: sql`from qualification_grants where qualification = named.id`,
        order: inOrder,
      },
      page,
    )}) item on true`

type KnownExecutor = { readonly executor: Id<'account'> | null }

/** Returns the executors with these aliases, in order; null for any who have never worked for the advertiser, or are gone. */
export const readByAlias = (db: Db, advertiser: Id<'account'>, aliases: readonly string[]) =>
  db.many<KnownExecutor>(sql`
    select known.account as executor
    from unnest(${aliases}::text[]) with ordinality as requested (alias, position)
    left join lateral (
      select executor from executions
      where advertiser = ${advertiser}::bigint and executor_alias = requested.alias limit 1) worked on true
    left join executors known on known.account = worked.executor and known.deleted_at is null
    order by requested.position`)

/** Returns the executors with these accounts, in order; null for any who are none, or are gone. */
export const readByAccount = (db: Db, accounts: readonly (number | null)[]) =>
  db.many<KnownExecutor>(sql`
    select known.account as executor
    from unnest(${accounts}::bigint[]) with ordinality as requested (account, position)
    left join executors known on known.account = requested.account and known.deleted_at is null
    order by requested.position`)

/** The grants of all qualifications of an advertiser, and how many of these executors have no grant of this one yet. */
export const countGrants = (
  db: Db,
  { id, advertiser }: Pick<Qualification, 'id' | 'advertiser'>,
  executors: readonly number[],
) =>
  db.one<{ grants: number; added: number }>(sql`
    select coalesce((select sum(grants) from qualifications where advertiser = ${advertiser}::bigint), 0)::bigint as grants, (
      select count(*) from unnest(${executors}::bigint[]) as named (executor)
      where not exists (
        select from qualification_grants stored
        where stored.qualification = ${id}::bigint and stored.executor = named.executor)) as added`)

export type GrantRow = Pick<Grant, 'executor' | 'executorAlias' | 'score' | 'expiresAt'>

const nameIn = ({ executor, executorAlias }: Pick<Grant, 'executor' | 'executorAlias'>) => executorAlias ?? executor

/** Grants, or grants anew. Erased executors are left out. */
export const insertGrants = (db: Db, by: Giver, id: Id<'qualification'>, grants: readonly GrantRow[]) => {
  const column = (name: keyof GrantRow) => grants.map((grant) => grant[name])
  const data = { executorIds: grants.map(nameIn), scores: column('score') }
  return db.run(sql`
    with added as (
      insert into qualification_grants (qualification, executor, executor_alias, score, expires_at, granted_at)
      select ${id}::bigint, executor, alias, score, expires_at, ${db.now()}
      from unnest(${column('executor')}::bigint[], ${column('executorAlias')}::text[], ${column('score')}::integer[],
        ${column('expiresAt')}::timestamptz[]) as named (executor, alias, score, expires_at)
      join executors on executors.account = named.executor and executors.deleted_at is null
      order by executor
      on conflict (qualification, executor) do update
        set score = excluded.score, expires_at = excluded.expires_at, granted_at = excluded.granted_at
    ),
    changed as (update qualifications set updated_at = ${db.now()} where id = ${id}::bigint returning *)
    ${decided(db, by, 'grant', data)}`)
}

/** Takes the qualification from these executors. Records the executors who had it. */
export const deleteGrants = (db: Db, by: Giver, id: Id<'qualification'>, executors: readonly Id<'account'>[]) =>
  db.run(sql`
    with gone as (
      delete from qualification_grants where qualification = ${id}::bigint and executor = any(${executors}::bigint[])
      returning qualification, executor, executor_alias
    ),
    changed as (
      update qualifications set updated_at = ${db.now()} where id = any(array(select qualification from gone)) returning *
    )
    ${recordDecisions(db)`
      select ${by.actor}::text as actor, ${by.account}::bigint as account, 'qualification.take' as action,
        'qualification' as subject, id as subject_id, advertiser as owner, ${by.reason}::text as reason,
        jsonb_build_object('executorIds', (
          select jsonb_agg(coalesce(to_jsonb(executor_alias), to_jsonb(executor)) order by executor) from gone)) as data
      from changed`}`)

/** Reads a page of the visible qualifications that the caller has or had. */
export const readOwnQualifications = (db: Db, by: By, page: Page) => {
  const list = {
    columns: sql`granted.id as grant_id, qualifications.id, name, description, how_to_get, has_score, score, expires_at, granted_at,
      advertiser is null as is_of_marketplace, not ${isValid(db)} as is_expired`,
    from: sql`from qualification_grants granted join qualifications on qualifications.id = granted.qualification
      where granted.executor = caller.caller_account and is_visible`,
    order: newestFirst(sql`granted.id`),
  }
  return forCaller<OwnQualification & PagedRow>(db, by)`${pageOfList(list, page)}`
}
