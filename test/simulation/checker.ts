import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { name, sql } from '../../server/platform/sql.ts'
import { createdMs } from '../../server/proofs/proof.ts'
import { always, type Check, whenSettled } from './checks.ts'
import { type Body, readOf, type SimulatedRequest, Violation } from './requests.ts'
import type { LeftRecord, Person, Simulation } from './simulation.ts'
import { wrongTransitions } from './transitions.ts'

const shownMost = 3

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member))

async function hold({ owner, clock }: Simulation, checks: readonly Check[]): Promise<void> {
  for (const [promise, wrong] of checks) {
    const rows = await owner.many(wrong(clock.now()))
    if (rows.length > 0) throw new Violation(`${promise}: ${rows.slice(0, shownMost).map(text).join('; ')}`)
  }
}

/** Asserts the invariants that hold between any two steps. */
export async function mustHold(simulation: Simulation): Promise<void> {
  await hold(simulation, always)
  const wrong = await wrongTransitions(simulation.owner)
  if (wrong.length > 0)
    throw new Violation(`a status moved where no move leads: ${wrong.slice(0, shownMost).join('; ')}`)
  await acknowledgedMustExist(simulation)
  await leftRecordsMustExist(simulation)
  await sentMustBeTaken(simulation)
  await filesMustBe(simulation)
}

/** Also asserts that the jobs have nothing left to do. */
export async function mustBeSettled(simulation: Simulation): Promise<void> {
  await hold(simulation, whenSettled)
  await mustHold(simulation)
  await filesMustBeSwept(simulation)
  for (const person of [...simulation.advertisers, ...simulation.executors])
    await readOf(simulation, balanceOf(simulation, person))
}

/** May be deleted permanently, and each advertiser gets one automatically. */
const lists = 'executor_lists'

/** Asserts that every acknowledged record exists, and none that was never requested. */
async function acknowledgedMustExist({ owner, acknowledged }: Simulation): Promise<void> {
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
async function leftRecordsMustExist({ owner, acknowledged }: Simulation): Promise<void> {
  for (const [table, left] of Map.groupBy(acknowledged.left, (each) => each.table)) {
    const lost = await owner.many<LeftRecord>(sql`
      select asked.id, asked.status, found.status as is
      from unnest(${left.map(({ id }) => id)}::bigint[], ${left.map(({ status }) => status ?? null)}::text[]) asked (id, status)
      left join ${name(table)} found on found.id = asked.id
      where found.id is null or found.status <> coalesce(asked.status, found.status)`)
    if (lost.length > 0) throw new Violation(`${table} are not as was acknowledged: ${text(lost.slice(0, shownMost))}`)
  }
}

/** Asserts that everything marked as delivered or sent was received. */
async function sentMustBeTaken({ owner, thirdParties }: Simulation): Promise<void> {
  const delivered = await owner.many<{ event: number }>(sql`select event from deliveries where status = 'Delivered'`)
  const untaken = delivered.filter(({ event }) => !thirdParties.events.has(event))
  if (untaken.length > 0) throw new Violation(`events are called delivered and were not: ${text(untaken.slice(0, 9))}`)
  const sent = await owner.many<{ id: number }>(sql`select id from mails where status = 'Sent'`)
  const unsent = sent.filter(({ id }) => !thirdParties.mails.has(id))
  if (unsent.length > 0) throw new Violation(`mails are called sent and were not: ${text(unsent.slice(0, 9))}`)
}

type Named = { readonly name: string; readonly size: number }

/** Asserts that each proof has its complete file. Orphaned files are allowed only if a fault left open whether they were stored. */
async function filesMustBe({ owner, filesAt, doubtful }: Simulation) {
  const proofs = await owner.many<Named>(sql`select id || '.' || extension as name, size from proofs`)
  const folder = join(filesAt, 'proofs')
  const stored = new Set(await readdir(folder).catch(() => [] as string[]))
  for (const proof of proofs) {
    const found = stored.delete(proof.name) ? (await stat(join(folder, proof.name))).size : undefined
    if (found !== proof.size) throw new Violation(`the file of proof ${proof.name} has ${found} bytes of ${proof.size}`)
  }
  const orphans = [...stored].filter((file) => !doubtful.has(`proofs/${file}`))
  if (orphans.length > 0) throw new Violation(`files of no proof, though nothing had failed: ${orphans.join(', ')}`)
  return { proofs: proofs.length, stored: [...stored] }
}

const dayMs = 86_400_000

/** Asserts that the sweep has deleted files without a proof older than a day, unless most files are orphaned. */
async function filesMustBeSwept(simulation: Simulation): Promise<void> {
  const { proofs, stored } = await filesMustBe(simulation)
  const old = stored.filter((file) => createdMs(file) < Date.parse(simulation.clock.at()) - dayMs)
  if (old.length > 0 && old.length <= proofs)
    throw new Violation(`files of no proof for more than a day: ${old.join(', ')}`)
}

const decimal = (units: bigint): number => Number(units) / 10_000

/** Checks that each account sees its exact balance. */
function balanceOf({ owner }: Simulation, person: Person): SimulatedRequest {
  const isExecutor = person.role === 'Executor'
  const check = async (body: Body) => {
    const { free, rest } = await owner.one<{ free: bigint; rest: bigint }>(sql`
      select coalesce(sum(units) filter (where book ~ 'available$'), 0)::bigint as free,
        coalesce(sum(units) filter (where book ~ '(held|withdrawing)$'), 0)::bigint as rest
      from entries where account = ${person.id}::bigint and book ~ ${isExecutor ? '^executor' : '^advertiser'}`)
    const shown = [body['available'], body[isExecutor ? 'withdrawing' : 'held']]
    const due = [decimal(free), decimal(rest)]
    return String(shown) === String(due) ? undefined : `shows ${shown} and should ${due}`
  }
  const path = isExecutor ? '/api/executor/balance' : '/v1/balance'
  return { person, ...(isExecutor ? {} : { credential: 'key' as const }), method: 'GET', path, check }
}
