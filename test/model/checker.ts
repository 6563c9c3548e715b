import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../server/platform/database/db.ts'
import { name, type Sql, sql } from '../../server/platform/sql.ts'
import { createdMs } from '../../server/proofs/proof.ts'
import { always, whenSettled } from './checks.ts'
import type { Check } from './checks-items.ts'
import { Violation } from './requests.ts'
import { shownMustBe } from './shown.ts'
import { wrongTellings, wrongTransitions } from './transitions.ts'
import type { LeftRecord, Version, World } from './world.ts'

/** What the market has sent and stored, outside its database. */
export type Outside = {
  /** The folder of uploads. */
  readonly filesAt: string
  /** Whether a file may be without a proof, because a fault left open whether it was stored. */
  isDoubtful(file: string): boolean
  /** Received events by id. Received mails by number, if there is a mail server. */
  readonly events: ReadonlySet<number>
  readonly mails?: ReadonlySet<number>
}

const shownMost = 3

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member))

const some = (rows: readonly unknown[]): string => rows.slice(0, shownMost).map(text).join('; ')

/** Returns the violations of these invariants. */
export async function breachesOf(db: Db, checks: readonly Check[]): Promise<string[]> {
  const breaches: string[] = []
  for (const [promise, wrong] of checks) {
    const rows = await db.many(wrong(db.now()))
    if (rows.length > 0) breaches.push(`${promise}: ${some(rows)}`)
  }
  return breaches
}

async function hold(owner: Db, checks: readonly Check[]): Promise<void> {
  const breaches = await breachesOf(owner, checks)
  if (breaches.length > 0) throw new Violation(breaches.join('\n'))
}

/** Asserts the invariants that hold between any two requests. */
export async function mustHold(world: World, outside: Outside): Promise<void> {
  const { owner } = world
  await hold(owner, always)
  const wrong = await wrongTransitions(owner)
  if (wrong.length > 0) throw new Violation(`a status moved where no move leads: ${some(wrong)}`)
  const told = await wrongTellings(owner)
  if (told.length > 0) throw new Violation(`a change of status was not told once: ${some(told)}`)
  await acknowledgedMustExist(world)
  await leftRecordsMustExist(world)
  await versionsMustExist(world)
  await sentMustBeTaken(world, outside)
  await filesMustBe(owner, outside)
}

/** Also asserts that the jobs have nothing left to do, and that the API shows the same. */
export async function mustBeSettled(world: World, outside: Outside): Promise<void> {
  await hold(world.owner, whenSettled)
  await mustHold(world, outside)
  await filesMustBeSwept(world.owner, outside)
  await shownMustBe(world)
}

/** Whether the jobs have nothing left to do. */
export const isSettled = async ({ owner }: World): Promise<boolean> =>
  (await breachesOf(owner, whenSettled)).length === 0

/** May be deleted permanently, and each advertiser gets one automatically. */
const lists = 'executor_lists'

/** Asserts that every acknowledged record exists, and none that was never requested. */
async function acknowledgedMustExist({ owner, acknowledged }: World): Promise<void> {
  for (const [table, tried] of acknowledged.tried) {
    const only = table === lists ? sql`where not is_block_list` : sql``
    const rows = await owner.many<{ id: number }>(sql`select id from ${name(table)} ${only}`)
    const ids = new Set(rows.map(({ id }) => id))
    if (ids.size > tried) throw new Violation(`${ids.size} ${table} are there, and ${tried} were tried to make`)
    const lost = [...(acknowledged.made.get(table) ?? [])].filter((id) => !ids.has(id))
    if (lost.length > 0 && table !== lists) throw new Violation(`${table} that were made are gone: ${lost.join(', ')}`)
  }
}

/** Asserts that acknowledged records remain, and final statuses do not change. */
async function leftRecordsMustExist({ owner, acknowledged }: World): Promise<void> {
  for (const [table, left] of Map.groupBy(acknowledged.left, (each) => each.table)) {
    const lost = await owner.many<LeftRecord>(sql`
      select asked.id, asked.status, found.status as is
      from unnest(${left.map(({ id }) => id)}::bigint[], ${left.map(({ status }) => status ?? null)}::text[]) asked (id, status)
      left join ${name(table)} found on found.id = asked.id
      where found.id is null or found.status <> coalesce(asked.status, found.status)`)
    if (lost.length > 0) throw new Violation(`${table} are not as was acknowledged: ${some(lost)}`)
  }
}

/** The status that belongs to a version. That of an offer also changes without a new version. */
const statusOf: Readonly<Record<Version['table'], Sql>> = {
  executions: sql`found.status`,
  withdrawals: sql`found.status`,
  offers: sql`asked.status`,
}

/** Asserts that no acknowledged change was lost: each record has the acknowledged version, or a later one. */
async function versionsMustExist({ owner, acknowledged }: World): Promise<void> {
  for (const [table, versions] of Map.groupBy(acknowledged.versions.values(), (each) => each.table)) {
    const lost = await owner.many<Version>(sql`
      select asked.*, found.version as found_version, ${statusOf[table]} as found_status
      from unnest(${versions.map(({ id }) => id)}::bigint[], ${versions.map(({ version }) => version)}::integer[],
        ${versions.map(({ status }) => status)}::text[]) asked (id, version, status)
      left join ${name(table)} found on found.id = asked.id
      where found.id is null or found.version < asked.version
        or found.version = asked.version and ${statusOf[table]} <> asked.status`)
    if (lost.length > 0) throw new Violation(`changes of ${table} that were acknowledged are lost: ${some(lost)}`)
  }
}

/** Asserts that everything marked as delivered or sent was received. Challenges are answered, and not listed everywhere. */
async function sentMustBeTaken({ owner }: World, { events, mails }: Outside): Promise<void> {
  const delivered = await owner.many<{ event: number }>(sql`
    select event from deliveries left join events on events.id = event
    where deliveries.status = 'Delivered' and kind is distinct from 'webhook.verification'`)
  const untaken = delivered.filter(({ event }) => !events.has(event))
  if (untaken.length > 0) throw new Violation(`events are called delivered and were not: ${some(untaken)}`)
  if (!mails) return
  const sent = await owner.many<{ id: number }>(sql`select id from mails where status = 'Sent'`)
  const unsent = sent.filter(({ id }) => !mails.has(id))
  if (unsent.length > 0) throw new Violation(`mails are called sent and were not: ${some(unsent)}`)
}

type Named = { readonly name: string; readonly size: number }

/** Asserts that each proof has its complete file, and no file is without a proof. */
async function filesMustBe(owner: Db, { filesAt, isDoubtful }: Outside) {
  const proofs = await owner.many<Named>(sql`select id || '.' || extension as name, size from proofs`)
  const folder = join(filesAt, 'proofs')
  const stored = new Set(await readdir(folder).catch(() => [] as string[]))
  for (const proof of proofs) {
    const found = stored.delete(proof.name) ? (await stat(join(folder, proof.name))).size : undefined
    if (found !== proof.size) throw new Violation(`the file of proof ${proof.name} has ${found} bytes of ${proof.size}`)
  }
  const orphans = [...stored].filter((file) => !isDoubtful(`proofs/${file}`))
  if (orphans.length > 0) throw new Violation(`files of no proof, though nothing had failed: ${orphans.join(', ')}`)
  return { proofs: proofs.length, stored: [...stored] }
}

const dayMs = 86_400_000

/** Asserts that the sweep has deleted files without a proof older than a day, unless most files are orphaned. */
async function filesMustBeSwept(owner: Db, outside: Outside): Promise<void> {
  const { proofs, stored } = await filesMustBe(owner, outside)
  const { now } = await owner.one<{ now: Date }>(sql`select ${owner.now()} as now`)
  const old = stored.filter((file) => createdMs(file) < now.getTime() - dayMs)
  if (old.length > 0 && old.length <= proofs)
    throw new Violation(`files of no proof for more than a day: ${old.join(', ')}`)
}
