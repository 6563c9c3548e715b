/*
 * What a distributed PostgreSQL does not bear, as far as a text can tell: docs/operate/distributed.md. A rule may be broken
 * where it says so and why; what such a place then needs on which engine stands there too.
 */

/** `from` names a file of the server; the reason says what the place means for engines that lack it. */
type Allowed = { readonly from: string; readonly why: string }

type Rule = {
  readonly name: string
  readonly finds: RegExp
  /** Statements that break it: found, or the rule is not worth much. */
  readonly broken: readonly string[]
  /** Statements that look similar. */
  readonly sound: readonly string[]
  readonly allowed: readonly Allowed[]
}

const atStart = 'asked once, when a connection opens: behind a pooler only the zone is, which poolers keep'
const onCoordinator = 'Citus: on the coordinator, as always'
const onOne = 'only spares work that is done twice at worst'

export const rules: readonly Rule[] = [
  {
    name: 'nothing is set for longer than a transaction',
    finds:
      /^\s*set (?!local\b)(?:session )?\w+(?: =| to)|;\s*set (?!local\b)\w+ (?:=|to)|set_config\([^)]*,\s*false\s*\)/i,
    broken: [
      "set work_mem = '1GB'",
      'begin; set jit = off',
      "select set_config('jit', 'off', false)",
      'SET SESSION x TO 1',
    ],
    sound: ["set local lock_timeout = '1s'", "select set_config('jit', 'off', true)", 'update offers set title = $1'],
    allowed: [{ from: 'server/platform/pool.ts', why: atStart }],
  },
  {
    name: 'no lock outlives its transaction',
    finds: /\bpg_(?:try_)?advisory_(?:lock|unlock)/i,
    broken: ['select pg_advisory_lock(1)', 'select pg_try_advisory_lock(1)', 'select pg_advisory_unlock_all()'],
    sound: ['select pg_advisory_xact_lock(1)'],
    allowed: [],
  },
  {
    name: 'advisory locks are these',
    finds: /\bpg_(?:try_)?advisory_xact_lock/i,
    broken: ['select pg_advisory_xact_lock($1)', 'select pg_try_advisory_xact_lock($1)'],
    sound: ['select 1'],
    allowed: [
      { from: 'server/platform/migrate.ts', why: 'one migrates at a time; elsewhere: a row that is locked' },
      { from: 'server/platform/partitions.ts', why: 'one makes partitions; elsewhere there are none' },
      {
        from: 'server/webhooks/sql-events.ts',
        why: 'one tells events; elsewhere: the row of a counter that is locked',
      },
      { from: 'server/webhooks/sql.ts', why: 'counts endpoints of an account; elsewhere: the row of the account' },
      { from: 'server/lists/sql.ts', why: 'counts lists of an advertiser; elsewhere: the row of the account' },
      { from: 'server/catalog/sql.ts', why: 'one writes the catalog; elsewhere: a row that is locked' },
      { from: 'server/accounts/sql-accounts.ts', why: 'the last operator stays one; elsewhere: a row that is locked' },
      {
        from: 'server/executions/sql-examination.ts',
        why: 'places in a queue are in order; elsewhere: a row that is locked',
      },
      { from: 'server/audit/sql-books.ts', why: onOne },
    ],
  },
  {
    name: 'no temporary tables',
    finds: /\b(?:create|into) (?:temp|temporary)\b/i,
    broken: ['create temp table x (id int)', 'select 1 into temporary x'],
    sound: ['create unlogged table x (id int)'],
    allowed: [],
  },
  {
    name: 'nothing is told by LISTEN and NOTIFY',
    finds: /^\s*(?:un)?listen \w+\s*;?\s*$|^\s*notify \w+|\bpg_notify\(/i,
    broken: ['listen changes', 'notify changes', "select pg_notify('changes', '')"],
    sound: ['select notified from endpoints'],
    allowed: [],
  },
  {
    name: 'no MERGE',
    finds: /\bmerge into\b/i,
    broken: ['merge into offers using asked on true when matched then delete'],
    sound: ['insert into offers values (1) on conflict do nothing'],
    allowed: [],
  },
  {
    name: 'no isolation but the default',
    finds: /\bisolation level\b|\bserializable\b/i,
    broken: ['begin isolation level repeatable read', 'set transaction isolation level serializable'],
    sound: ['begin'],
    allowed: [],
  },
  {
    name: 'what is locked by others is skipped here alone',
    finds: /\bskip locked\b/i,
    broken: ['select id from mails for update skip locked'],
    sound: ['select id from mails for update'],
    allowed: [
      {
        from: 'server/webhooks/sql-attempts.ts',
        why: `endpoints that are due. ${onCoordinator}; CockroachDB may skip free ones: they wait for the next turn`,
      },
      { from: 'server/webhooks/sql.ts', why: 'secrets whose day is over, in sets' },
      { from: 'server/platform/mails.ts', why: 'the mail that is due first' },
      { from: 'server/notifications/sql-sources.ts', why: 'the one cursor: whoever does not get it has nothing to do' },
      { from: 'server/ledger/sql-clearing.ts', why: 'earnings to clear, in sets' },
      { from: 'server/payments/sql-returns.ts', why: 'refunds to send' },
      { from: 'server/payments/sql-deposits.ts', why: 'deposits that expired' },
      { from: 'server/disputes/sql.ts', why: 'disputes whose time is over' },
      { from: 'server/accounts/sql-repeat.ts', why: 'answers that need not be kept' },
    ],
  },
  {
    name: 'rows are not known by where they lie',
    finds: /\b(?:ctid|tableoid|cmin|cmax)\b|\bxmin\b(?!\()|(?<!_)\bxmax\b(?!\()/i,
    broken: [
      'delete from x where ctid = any($1)',
      'select xmin from x',
      'insert into x values (1) returning xmax = 0 as is_new',
    ],
    sound: ['select pg_snapshot_xmin(pg_current_snapshot())'],
    allowed: [
      { from: 'server/accounts/sql-repeat.ts', why: 'deletes in sets; elsewhere: by account and request' },
      {
        from: 'server/executions/sql-offered.ts',
        why: `has the price changed? ${onCoordinator}; elsewhere: a version of the price`,
      },
      { from: 'server/platform/limits-postgres.ts', why: 'deletes in sets; elsewhere: REDIS_URL' },
      {
        from: 'server/notifications/sql-told.ts',
        why: 'new or grown? Citus: from documents; elsewhere: asked before, under the cursor',
      },
    ],
  },
  {
    name: 'who had committed when is asked here alone',
    finds: /\bpg_(?:current_snapshot|visible_in_snapshot|snapshot_xm\w+|current_xact_id)\b|::pg_snapshot\b/i,
    broken: ['select pg_current_snapshot()', 'select $1::pg_snapshot', 'select pg_current_xact_id()'],
    sound: ['select id from offers'],
    allowed: [
      {
        from: 'server/offers/sql-board.ts',
        why: 'the board follows changes; elsewhere it would have to be read whole each time',
      },
      { from: 'server/platform/counts.ts', why: 'kept counts; elsewhere lists would count each time' },
      {
        from: 'server/executions/sql-tally.ts',
        why: 'tallies of reports; elsewhere reports would be counted each time',
      },
      {
        from: 'server/notifications/sql-sources.ts',
        why: 'ids that may still appear; elsewhere: a moment that is long enough over',
      },
    ],
  },
]

/** Texts that only look like what a rule finds are not of the database. */
export const isStatement = (text: string): boolean =>
  /\b(?:select|insert|update|delete|with|set|set_config|create|alter|begin|listen|notify|merge|pg_\w+)\b/i.test(text)

const writes = /\b(?:insert into|update|delete from) (?:only )?(\w+)(?= (?:as )?\w* ?set\b| |$)/g
const plain = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, "''")
    .toLowerCase()
    .replace(/\s+/g, ' ')
const withoutLocks = (text: string): string => text.replace(/\bfor (?:no key )?update(?: of \w+)?|\bdo update\b/g, ' ')

/** Tables that a statement writes more than once: CockroachDB refuses that, and nobody says which write comes first. */
export function writtenTwice(text: string): string[] {
  const all = [...withoutLocks(plain(text)).matchAll(writes)].map(([, table = '']) => table)
  return [...new Set(all.filter((table, index) => all.indexOf(table) !== index))]
}

/** What Citus refuses of a statement on a distributed table, or sends to every machine. */
const refusedThere: readonly (readonly [RegExp, string])[] = [
  [/\bfor (?:no key )?(?:update|share)\b/, 'locks rows, which it does on one machine alone'],
  [/\blateral\b/, 'asks for each row of something else'],
  [/\b(?:recursive|grouping sets|rollup|cube|tablesample)\b/, 'can be asked of one machine alone'],
  [/\b(?:ctid|tableoid|xmin)\b/, 'knows rows by where they lie'],
  [
    /\bdo update\b.*\b(?:now|date_trunc|to_jsonb?|jsonb?_build_\w+|to_char|random|nextval)\(/,
    'grows by what is not immutable',
  ],
]

/** What is wrong with a statement on a table that is distributed by a column. `others`: tables that are not. */
export function wrongWhenDistributed(text: string, column: string, others: readonly string[]): string[] {
  const statement = plain(text)
  const words = new Set(statement.split(/\W+/))
  const beside = others.filter((table) => words.has(table)).map((table) => `has ${table} beside it`)
  const refused = refusedThere.filter(([form]) => form.test(statement)).map(([, why]) => why)
  const isNamed = new RegExp(`^ ?insert into|\\b${column} = (?:any\\()?\\$\\d`).test(statement)
  return [...beside, ...refused, ...(isNamed ? [] : [`does not say which ${column}`])]
}

const forCounts = 'notes what changed, for counts and the board, in the transaction of the change'

/** What is there in the schema, by name, and why; nothing else of the kind may be. */
export const inSchema: Readonly<
  Record<string, { readonly finds: RegExp; readonly known: Readonly<Record<string, string>> }>
> = {
  'functions of triggers': {
    finds: /^CREATE TRIGGER .*EXECUTE FUNCTION (\w+)\(/gm,
    known: {
      refuse_change: 'the books and the audit log are append-only: guards, which decide nothing',
      note_execution_changes: forCounts,
      note_offer_change: forCounts,
      note_listed_offer: forCounts,
      note_listed_state: forCounts,
      note_unexamined: 'a queue of the same table',
      note_unruled: 'a queue of the same table',
      count_list_members: 'members of a list, whose bound is a check',
    },
  },
  'tables that a crash may empty': {
    finds: /^create unlogged table (\w+)/gm,
    known: {
      execution_changes: 'made anew from its tables',
      offer_changes: 'made anew from its tables',
      count_marks: 'made anew from its tables',
      listing_marks: 'made anew from its tables',
      limit_counters: 'a minute of counts',
      limit_grants: 'a minute of counts',
    },
  },
  'indexes by block': {
    finds: /^CREATE INDEX (\w+) ON \S+ USING brin/gm,
    known: {
      audit_log_by_time: 'elsewhere a btree',
      entries_by_time: 'elsewhere a btree',
      executions_by_creation: 'elsewhere a btree',
    },
  },
  'constraints that wait for the commit': { finds: /(\w+) .*\bdeferrable\b/gim, known: {} },
  'constraints of exclusion': { finds: /(\w+) EXCLUDE\b/gm, known: {} },
}

/** By which column, or which, a row of a table would lie beside those that belong to it; null: why it has none. */
export const laterBy: Readonly<Record<string, string | { readonly none: string }>> = {
  offers: 'id',
  offer_states: 'offer',
  reservations: 'offer',
  executions: 'offer',
  revisions: 'offer',
  execution_proofs: 'offer',
  proofs: 'offer',
  disputes: 'offer',
  holds: 'offer',
  held_rejections: 'advertiser',
  balances: 'owner',
  entries: 'owner',
  transfers: { none: 'has entries of several accounts: found by its cause; its offer where there is one' },
  clearings: 'executor',
  withdrawals: 'executor',
  payouts: { none: 'made by hand, some in a day' },
  deposits: 'account',
  reversals: { none: 'some for a thousand deposits: found by its deposit' },
  events: 'account',
  event_counters: 'account',
  endpoints: 'id',
  deliveries: 'endpoint',
  attempts: 'endpoint',
  notifications: 'account',
  kept_answers: 'account',
  credentials: 'account',
  sanctions: 'account',
  executor_lists: 'advertiser',
  executor_list_members: { none: 'at most 10,000 in a list: found by its list' },
  sightings: 'executor',
  unexamined: { none: 'a queue: found by its place' },
  unruled: { none: 'a queue: found by its place' },
  audit_log: { none: 'of actors who are nobody (timers) too, and of what concerns no account: found by its subject' },
  mails: { none: 'a queue: found by when it is due' },
}
