/*
 * Which tables lie where on Citus, and why: docs/decisions/0026-distributed-postgresql.md. A table that is distributed lies on
 * several machines, each row where the value of one column says. Every other one stays what it is, on the coordinator.
 */

/** By which column. Each is a table that no statement reads or writes together with another one. */
export const distributedBy: Readonly<Record<string, string>> = { notifications: 'account' }

type Kept = { readonly why: string; readonly tables: readonly string[] }

/** What stays on the coordinator as it is, and what keeps it there. */
export const keptLocal: readonly Kept[] = [
  {
    why: 'one statement writes several of these, for an advertiser and an executor at once',
    tables: [
      ...['accounts', 'advertisers', 'executors', 'balances', 'holds', 'clearings', 'transfers', 'entries'],
      ...['offers', 'offer_states', 'reservations', 'executions', 'revisions', 'proofs', 'execution_proofs'],
      ...['disputes', 'held_rejections', 'deposits', 'reversals', 'withdrawals', 'payouts', 'sanctions'],
      ...['executor_lists', 'executor_list_members', 'events', 'audit_log'],
    ],
  },
  {
    why: 'read with those in the same statement, and small: a reference table would put their statements under another planner',
    tables: ['categories', 'platforms', 'prices', 'add_ons', 'notification_choices'],
  },
  {
    why: 'found by what somebody presents, before it is known whose it is',
    tables: [
      ...['credentials', 'sign_in_users', 'sign_in_sessions', 'sign_in_passwords', 'sign_in_passkeys'],
      ...['sign_in_two_factors', 'sign_in_verifications', 'sign_in_rates', 'sign_in_guesses', 'stripe_events'],
    ],
  },
  {
    why: 'claimed in sets by whoever is free, under the locks of several accounts at once',
    tables: ['endpoints', 'deliveries', 'attempts', 'event_counters', 'mails', 'unexamined', 'unruled'],
  },
  { why: 'of one day, and written in the transaction of what it answers', tables: ['kept_answers'] },
  { why: 'compared with every other row', tables: ['sightings'] },
  {
    why: 'notes of what changed, which triggers of the tables above write, or counts of a minute',
    tables: [
      ...['execution_changes', 'offer_changes', 'listing_changes', 'listing_marks', 'count_marks'],
      ...['limit_counters', 'limit_grants'],
    ],
  },
  {
    why: 'a row, or one a day',
    tables: ['book_checks', 'daily_figures', 'file_sweeps', 'installation', 'migrations', 'notification_cursor'],
  },
]

/** What a key has that rows are unique by, or are found by from another table. */
type Key = {
  readonly name: string
  readonly isPrimary: boolean
  /** Of an index alone, there is nothing to alter; null stands for an expression. */
  readonly isConstraint: boolean
  readonly columns: readonly (string | null)[]
}

/** A table as it is found in a database. `liesBy`: by which column Citus has distributed it. */
export type Found = {
  readonly table: string
  readonly liesBy: string | null
  readonly keys: readonly Key[]
  readonly references: readonly { readonly name: string; readonly from: string; readonly to: string }[]
  readonly triggers: readonly string[]
}

/** One change: what it does, in words, and the statement. */
export type Step = { readonly what: string; readonly statement: string }

/** A table that cannot be distributed as it is. */
export class CannotDistribute extends Error {}

/** The steps that distribute a table: none where it is distributed already. In one transaction, in this order. */
export function stepsOf(found: Found): Step[] {
  const { table, liesBy, keys, references, triggers } = found
  const column = distributedBy[table]
  if (column === undefined || liesBy === column) return []
  if (liesBy !== null) throw new CannotDistribute(`${table} is distributed by ${liesBy} already, not by ${column}.`)
  if (triggers.length > 0) throw new CannotDistribute(`${table} has triggers: ${triggers.join(', ')}.`)
  return [
    ...references.map(dropped),
    ...keys.filter(({ columns }) => !columns.includes(column)).map((key) => widened(table, key, column)),
    {
      what: `${table}: distributed by ${column}`,
      statement: `select create_distributed_table('${table}', '${column}', colocate_with => 'none')`,
    },
  ]
}

/** Citus checks references between tables that lie together alone. */
const dropped = ({ name, from, to }: Found['references'][number]): Step => ({
  what: `${from}: ${name} is dropped; nothing checks any more that its row in ${to} exists`,
  statement: `alter table ${from} drop constraint ${name}`,
})

/** Each machine looks at its own rows alone: a key must have the column. Behind the others, so that rows are found as before. */
function widened(table: string, { name, isPrimary, isConstraint, columns }: Key, column: string): Step {
  if (!isPrimary || !isConstraint)
    throw new CannotDistribute(`${table}: ${name} lets no value occur twice, and does not have ${column}.`)
  const [before, after] = [columns.join(', '), [...columns, column].join(', ')]
  return {
    what: `${table}: ${name} (${before}) becomes (${after}); one sequence gives the numbers, and nothing else keeps them apart`,
    statement: `alter table ${table} drop constraint ${name}, add constraint ${name} primary key (${after})`,
  }
}
