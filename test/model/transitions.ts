import { sanctionTransitions } from '../../server/accounts/sanctions/sanctions.ts'
import { disputeTransitions } from '../../server/disputes/dispute.ts'
import { paymentTransitions } from '../../server/disputes/platform-coverage.ts'
import { executionTransitions } from '../../server/executions/execution.ts'
import { offerTransitions } from '../../server/offers/offer.ts'
import { depositTransitions } from '../../server/payments/deposits/deposit.ts'
import { withdrawalTransitions } from '../../server/payments/withdrawals/withdrawal.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { name, type Sql, sql } from '../../server/platform/sql.ts'
import { reservationTransitions } from '../../server/reservations/reservation.ts'
import type { Transitions } from '../../server/values/transitions/transitions.ts'
import { deliveryTransitions } from '../../server/webhooks/deliveries/delivery.ts'
import { endpointTransitions } from '../../server/webhooks/endpoints/endpoint.ts'

type Table = {
  readonly transitions: Transitions
  /** The initial statuses of a row. */
  readonly first: readonly string[]
  readonly id?: string
  /** Two transitions in one request, of which the row shows only the result. */
  readonly atOnce?: readonly (readonly [from: string, to: string])[]
}

/** Each table whose rows have a status. Adding slots to a completed offer reopens it, and the same PATCH may pause it. */
const tables: Readonly<Record<string, Table>> = {
  offer_states: {
    transitions: offerTransitions,
    first: ['Draft', 'PendingModeration'],
    id: 'offer',
    atOnce: [['Completed', 'Paused']],
  },
  reservations: { transitions: reservationTransitions, first: ['Active'] },
  executions: { transitions: executionTransitions, first: ['Pending'] },
  disputes: { transitions: disputeTransitions, first: ['Open'] },
  guarantee_payments: { transitions: paymentTransitions, first: ['Waiting'] },
  withdrawals: { transitions: withdrawalTransitions, first: ['Requested'] },
  deposits: { transitions: depositTransitions, first: ['Pending', 'Paid'] },
  sanctions: { transitions: sanctionTransitions, first: ['InForce'] },
  endpoints: { transitions: endpointTransitions, first: ['Enabled', 'Disabled'] },
  deliveries: { transitions: deliveryTransitions, first: ['Pending'] },
}

/** Text for definitions, which cannot have parameters; only for trusted names. */
const words = (text: string): Sql => ({ parts: [text], values: [], isSql: true, isVaried: true, isSingle: true })

/** Makes PostgreSQL record every status change, whatever causes it. */
export async function watchTransitions(owner: Db): Promise<void> {
  await owner.run(sql`
    create table watched_moves (place bigint generated always as identity, subject text, id bigint, was text, became text)`)
  await owner.run(
    words(`
    create function note_watched_move() returns trigger language plpgsql security definer as $$
    begin
      insert into watched_moves (subject, id, was, became) values (tg_argv[1], (to_jsonb(new) ->> tg_argv[0])::bigint,
        case when tg_op = 'UPDATE' then to_jsonb(old) ->> 'status' end, to_jsonb(new) ->> 'status');
      return null;
    end $$`),
  )
  for (const [table, { id = 'id' }] of Object.entries(tables)) {
    // The name is passed explicitly: a trigger on a partition sees the partition's name.
    const note = `execute function note_watched_move('${id}', '${table}')`
    await owner.run(words(`create trigger watched_began after insert on ${table} for each row ${note}`))
    await owner.run(
      words(`create trigger watched_moved after update on ${table} for each row when (old.status <> new.status)
        ${note}`),
    )
  }
}

type TransitionRow = {
  readonly subject: string
  readonly id: number
  readonly was: string | null
  readonly became: string
}

/** Returns an example of each recorded change that no transition table allows. */
export async function wrongTransitions(owner: Db): Promise<string[]> {
  const moved = await owner.many<TransitionRow>(sql`
    select subject, max(id) as id, was, became from watched_moves group by subject, was, became`)
  return moved
    .filter((transition) => !isKnown(transition))
    .map(({ subject, id, was, became }) => `${subject} ${id}: ${was} -> ${became}`)
}

/** Each change of status that an event tells. */
const told = JSON.stringify([
  { subject: 'executions', was: null, became: 'Pending', kind: 'report.submitted' },
  ...Object.entries({ executions: executionTransitions, offer_states: offerTransitions }).flatMap(([subject, moves]) =>
    Object.values(moves as Transitions).flatMap(({ from, to, event: kind }) =>
      kind ? from.map((was) => ({ subject, was, became: to, kind })) : [],
    ),
  ),
])

/** Returns the kinds of events of which there are more or fewer than such changes, for each record of the last days. */
export const wrongTellings = (owner: Db): Promise<unknown[]> =>
  owner.many(sql`
    with due as (select distinct * from jsonb_to_recordset(${told}::jsonb) as due (subject text, was text, became text, kind text)),
    moved as (
      select due.kind, move.id, count(*) as times from watched_moves move join due
        on due.subject = move.subject and due.was is not distinct from move.was and due.became = move.became group by 1, 2),
    told as (
      select kind, case when kind like 'report.%' then execution else offer end as id, count(*) as times from events
      where kind in (select kind from due) group by 1, 2)
    select kind, id, moved.times as moved, told.times as told from moved full join told using (kind, id)
    where moved.times is distinct from told.times and case when kind like 'report.%'
      then id in (select id from executions where created_at > ${owner.now()} - interval '20 days')
      else id in (select id from offers where created_at > ${owner.now()} - interval '20 days') end`)

function isKnown({ subject, was, became }: TransitionRow): boolean {
  const { transitions, first, atOnce = [] }: Table = tables[subject] ?? { transitions: {}, first: [] }
  if (was === null) return first.includes(became)
  if (atOnce.some(([from, to]) => from === was && to === became)) return true
  return Object.values(transitions).some(({ from, to }) => from.includes(was) && to === became)
}

/** Counts the rows of each table by status, for comparing two runs. */
export const readStatuses = (db: Db) => {
  const each = Object.keys(tables).map(
    (table) => sql`select ${table}::text as subject, status, count(*) as rows from ${name(table)} group by status`,
  )
  const all = each.reduce((others, one) => sql`${others} union all ${one}`)
  return db.many<{ subject: string; status: string; rows: number }>(
    sql`select * from (${all}) standing order by subject, status`,
  )
}
