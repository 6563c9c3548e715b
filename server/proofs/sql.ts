import { callerBy, forCaller } from '../accounts/sql-fragments-callers.ts'
import { broughtForward } from '../platform/clock.ts'
import type { By, Requirement } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type OuterRow, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Fingerprint } from './fingerprint.ts'
import {
  type InsertedProof,
  type Proof,
  type ProofName,
  type StoredFile,
  type UnusedLimits,
  type UploadFacts,
  unusedMax,
} from './proof.ts'
import { proofColumns } from './sql-fragments.ts'
import type { Sweep } from './sweep.ts'

/** Whether the executor holds a reservation of the offer, or may appeal against a rejection of their work on it. */
const isUploader = (offer: Sql, executor: Sql, now: Sql): Sql => sql`(exists (
  select from reservations where reservations.offer = ${offer} and reservations.executor = ${executor}
    and reservations.status = 'Active' and reservations.expires_at > ${now})
  or exists (select from executions where executions.executor = ${executor} and executions.offer = ${offer}
    and executions.status = 'Rejected' and executions.appeal_deadline_at > ${now}))`

// Executions and disputes, nouns further right, record the use; it is only read here. With a second `not exists`, PostgreSQL may read all files of disputes.
const isUnused = sql`(not exists (select from execution_proofs used where used.proof = proofs.id)
  and (select true from dispute_proofs used where used.proof = proofs.id limit 1) is null)`

/** Rework frees proofs that an earlier revision shows. They count as unused, but are not deleted. */
const isShownNowhere = sql`(
  ${isUnused} and not exists (select from executions join revisions on revisions.execution = executions.id
    where executions.executor = proofs.executor and executions.offer = proofs.offer
      and revisions.proofs @> jsonb_build_array(jsonb_build_object('id', proofs.id))))`

const unused = (offer: Sql, executor: Sql): Sql => sql`(
  select count(*) from proofs where proofs.offer = ${offer} and proofs.executor = ${executor} and ${isUnused})`

/** Days in which unused proofs are counted. Few are older: most are deleted after the setting `unusedUploadDays`. */
const countedDays = 90

/** Unused proofs of all offers of an executor: their number and size. */
const unusedOf = (db: Db, executor: Sql): Sql => sql`(
  select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from proofs where proofs.executor = ${executor}
    and uploaded_at > ${db.now()} - ${countedDays}::integer * interval '1 day' and ${isUnused})`

export const readUploadFacts = (db: Db, by: By, offer: Id<'offer'>) => {
  const [its, own] = [sql`${offer}::bigint`, sql`caller.caller_account`]
  return forCaller<UploadFacts>(db, by)`
      select ${isUploader(its, own, sql`caller.now`)} as is_reserved, ${unused(its, own)} as unused,
        stored.files as unused_files, stored.bytes as unused_bytes from ${unusedOf(db, own)} stored`
}

export type NewProof = Omit<Proof, 'offer' | 'executor' | 'uploadedAt'> &
  StoredFile & {
    readonly fingerprint: Fingerprint | undefined
  }

/** How many of the latest uses of a file are compared: some files are used by everybody. */
const usesMax = 100

/**
 * Whether other work of the executor shows the same file. Nobody learns of the work of others, and work that is withdrawn or sent back may show
 * it again. Executions, a noun further right, record the use; it is only read here.
 */
const isUsedBy = (executor: Sql): Sql => sql`exists (
  select from (
    select seen.execution, seen.executor from sightings seen where seen.sha256 = proofs.sha256
    order by seen.place desc limit ${usesMax}::bigint) latest
  where latest.executor = ${executor} and not exists (
    select from executions where executions.id = latest.execution and executions.status in ('Withdrawn', 'ReworkRequested')))`

/** Inserts all proofs; none if the reservation has ended meanwhile or too many would be unused. */
export const insertProofs = (
  db: Db,
  { offer, executor }: Pick<Proof, 'offer' | 'executor'>,
  proofs: readonly NewProof[],
  most: UnusedLimits,
) => {
  const column = <Value>(pick: (proof: NewProof) => Value): Value[] => proofs.map(pick)
  const [its, own] = [sql`${offer}::bigint`, sql`${executor}::bigint`]
  return db.many<InsertedProof>(sql`
    insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, fingerprint,
      stored_size, stored_sha256, uploaded_at)
    select file.id, ${its}, ${own}, extension, file_name, size, content_type, decode(sha256, 'hex'),
      fingerprint, stored_size, decode(stored_sha256, 'hex'), ${db.now()}
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ extension }) => extension)}::text[],
      ${column(({ fileName }) => fileName)}::text[], ${column(({ size }) => size)}::integer[],
      ${column(({ contentType }) => contentType)}::text[], ${column(({ sha256 }) => sha256)}::text[],
      ${column(({ fingerprint }) => fingerprint ?? null)}::bigint[], ${column(({ storedSize }) => storedSize)}::bigint[],
      ${column(({ storedSha256 }) => storedSha256)}::text[]
    ) file (id, extension, file_name, size, content_type, sha256, fingerprint, stored_size, stored_sha256)
    where ${isUploader(its, own, db.now())} and ${unused(its, own)} + ${proofs.length}::integer <= ${unusedMax}::integer
      and exists (select from ${unusedOf(db, own)} stored where files + ${proofs.length}::integer <= ${most.unusedUploadsMax}::integer
        and bytes + ${proofs.reduce((sum, { size }) => sum + size, 0)}::bigint <= ${most.unusedUploadMegabytesMax}::bigint * 1000000)
    returning ${proofColumns}, ${isUsedBy(own)} as is_used`)
}

const operatorBy = (by: By): Requirement => ({
  credential: by !== 'Local' && by.requirement.credential === 'Session' ? 'Session' : 'AccessToken',
  role: 'Operator',
  operatorsNeedFactor: by !== 'Local' && by.requirement.operatorsNeedFactor === true,
})

/** Reads the proof if the caller uploaded it, advertises its offer, or is an operator. */
export const readForCaller = (db: Db, by: By, id: string | undefined, credentialHash: Buffer) =>
  forCaller<Proof>(db, by)`
      select ${proofColumns} from proofs where proofs.id = ${id ?? null}::uuid and proofs.erased_at is null and (
        proofs.executor = caller.caller_account
        or (select advertiser from offers where offers.id = proofs.offer) = caller.caller_account
        or (select asking.caller_has_role and not asking.caller_lacks_factor from (${callerBy(db, operatorBy(by), sql`${credentialHash}::bytea`)}) asking))`

/** Reads the time and the proof (null if there is none) for a signed link. */
export const readForLink = (db: Db, id: string | undefined) =>
  db.one<{ readonly now: Date } & OuterRow<Proof>>(sql`
    select moment.now, ${proofColumns} from (select ${db.now()} as now) moment
    left join proofs on proofs.id = ${id ?? null}::uuid and proofs.erased_at is null`)

export const readNow = (db: Db) => db.one<{ readonly now: Date }>(sql`select ${db.now()} as now`)

export const idsWithoutProof = (db: Db, ids: readonly string[]) =>
  db.many<{ readonly id: string }>(sql`
    select request.id from unnest(${ids}::uuid[]) as request (id)
    where not exists (select from proofs where proofs.id = request.id)`)

/**
 * Deletes those of the proofs that are in no revision of an execution and in no appeal, a number of days after they were uploaded, and after
 * their executor could submit or appeal with them. Returns them.
 */
export const deleteUnused = (db: Db, ids: readonly string[], days: number) => {
  const before = sql`${db.now()} - ${days}::integer * interval '1 day'`
  return db.many<ProofName>(sql`
    delete from proofs where id = any(${ids}::uuid[]) and uploaded_at < ${before}
      and ${isShownNowhere}
      and not exists (select from reservations
        where reservations.executor = proofs.executor and reservations.offer = proofs.offer
          and (reservations.status = 'Active' or coalesce(reservations.ended_at, reservations.expires_at) > ${before}))
      and not exists (select from executions
        where executions.executor = proofs.executor and executions.offer = proofs.offer and executions.appeal_deadline_at > ${before})
    returning id, extension`)
}

type Range = { readonly after: string | undefined; readonly end: string | undefined; readonly limit: number }
const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** Reads proofs after this id up to the end of the range, in id order. */
export const readBetween = (db: Db, { after, end, limit }: Range) =>
  db.many<ProofName>(sql`
    select id, extension from proofs where erased_at is null and id > ${after ?? firstId}::uuid and id <= ${end ?? lastId}::uuid
    order by id limit ${limit}::bigint`)

/** Null for files of versions that did not record what they stored. */
export type StoredProof = ProofName &
  Pick<Proof, 'size' | 'sha256'> & { readonly [Name in keyof StoredFile]: StoredFile[Name] | null }

/** Like `readBetween`, with what is known of each file. */
export const readStoredBetween = (db: Db, { after, end, limit }: Range) =>
  db.many<StoredProof>(sql`
    select id, extension, size, encode(sha256, 'hex') as sha256, stored_size, encode(stored_sha256, 'hex') as stored_sha256
    from proofs where erased_at is null and id > ${after ?? firstId}::uuid and id <= ${end ?? lastId}::uuid
    order by id limit ${limit}::bigint`)

/** Claims the sweep for this many seconds if it is due. Returns the previous results; undefined if it is not due. */
export const claimSweep = (db: Db, seconds: number) =>
  db.maybe<{ readonly dueAt: Date; readonly now: Date; readonly found: Sweep | null }>(sql`
    update file_sweeps set due_at = ${db.now()} + ${seconds}::integer * interval '1 second'
    where due_at <= ${db.now()} returning due_at, ${db.now()} as now, found`)

/** Stores the results of a sweep, unless another one was claimed or the sweep was suspended meanwhile. */
export const writeSweep = (db: Db, dueAt: Date, found: Sweep) =>
  db.run(sql`
    update file_sweeps set found = ${JSON.stringify(found)}::jsonb where due_at = ${dueAt}::timestamptz`)

/** Brings the sweep forward after the clock was set back. */
export const bringSweepForward = (db: Db, seconds: number) =>
  db.run(sql`
    update file_sweeps set due_at = ${broughtForward(db.now(), sql`due_at`, seconds)} where due_at > ${db.now()}`)

export const delaySweep = (db: Db, days: number) =>
  db.one<{ readonly dueAt: Date }>(sql`
    update file_sweeps set due_at = ${db.now()} + ${days}::integer * interval '1 day' returning due_at`)

export const readSweep = (db: Db) =>
  db.one<{ readonly dueAt: Date; readonly found: Sweep | null }>(sql`select due_at, found from file_sweeps`)
