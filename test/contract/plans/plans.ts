import pg from 'pg'

/** A statement with the settings of the connection that sent it. */
export type RecordedStatement = { readonly text: string; readonly settings: readonly string[] }

/** A read of a table or index in a plan. */
export type TableRead = {
  readonly table: string
  readonly index: string | undefined
  readonly how: string
  /** A full scan, whatever the size. */
  readonly isWhole: boolean
  /** Looks for rows of one executor on an offer or of an advertiser among those of all executors, who can be many. */
  readonly isOfEveryExecutor: boolean
}

type Query = typeof pg.Client.prototype.query
const isOurs = /^\s*(?:with|select|insert|update|delete)\b/i

/** Records the statements and settings of every connection of this process to PostgreSQL until stopped. */
export function recordStatements() {
  const query = pg.Client.prototype.query
  const settings = new WeakMap<pg.Client, string[]>()
  let recorded = new Map<string, RecordedStatement>()
  const recordingQuery = function (this: pg.Client, ...words: unknown[]) {
    const [first] = words
    const own = settings.get(this) ?? []
    if (typeof first === 'string' && /^set (?!local)/.test(first)) settings.set(this, [...own, first])
    for (const text of textsOf(first)) if (isOurs.test(text)) recorded.set(text, { text, settings: own })
    return Reflect.apply(query, this, words)
  }
  pg.Client.prototype.query = recordingQuery as unknown as Query
  return {
    /** Returns what was recorded since the last call. */
    take: (): RecordedStatement[] => {
      const taken = [...recorded.values()]
      recorded = new Map()
      return taken
    },
    stop: () => {
      pg.Client.prototype.query = query
    },
  }
}

/** The statements of a query or a flight. */
function textsOf(query: unknown): string[] {
  if (typeof query === 'string') return [query]
  const { text, steps } = query as { text: string; steps?: readonly { readonly text: string }[] }
  return steps ? steps.map((step) => step.text) : [text]
}

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Node[]
}

const parametersIn = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

/** Returns the generic plan that a connection with these settings makes. */
async function planOf(client: pg.Client, { text, settings }: RecordedStatement): Promise<Node> {
  const values = Array.from({ length: parametersIn(text) }, () => 'null').join(', ')
  const set = ['set plan_cache_mode = force_generic_plan', ...settings].join('; ')
  await client.query(`begin; ${set.replaceAll(/\bset\b/g, 'set local')}`)
  try {
    await client.query(`prepare asked as ${text}`)
    const { rows } = await client.query(`explain (format json) execute asked${values && `(${values})`}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback; deallocate all')
  }
}

/** Plans statements against a database in its current state. */
export async function plansOn(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ index: string; table: string }>(`
    select index.relname as index, owner.relname as table from pg_index
    join pg_class index on index.oid = indexrelid join pg_class owner on owner.oid = indrelid where indpred is not null`)
  const partial = new Set(rows.map(({ index }) => index))
  const { rows: indexes } = await client.query<{ index: string; table: string }>(
    'select indexname as index, tablename as table from pg_indexes',
  )
  const tableOf = new Map(indexes.map(({ index, table }) => [index, table]))
  const { rows: parts } = await client.query<{ part: string; whole: string }>(`
    select part.relname as part, whole.relname as whole from pg_inherits
    join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent`)
  const wholeOf = new Map(parts.map(({ part, whole }) => [part, whole]))
  return {
    reads: async (statement: RecordedStatement): Promise<TableRead[]> =>
      readsIn(await planOf(client, statement), { partial, tableOf }).map((read) => ofWhole(read, wholeOf)),
    close: () => client.end(),
  }
}

/** Attributes the read of a partition to its table, and an index that exists only on partitions to the partition. */
function ofWhole(read: TableRead, wholeOf: ReadonlyMap<string, string>): TableRead {
  const table = wholeOf.get(read.table)
  if (table === undefined || read.index === undefined) return { ...read, table: table ?? read.table }
  const index = wholeOf.get(read.index) ?? read.index.replace(read.table, table)
  return { ...read, table, index }
}

type Indexes = { readonly partial: ReadonlySet<string>; readonly tableOf: ReadonlyMap<string, string> }

/** Nodes that pass a limit above them down to a scan. */
const isPassing =
  /^(?:Limit|Nested Loop|Subquery Scan|LockRows|Result|Incremental Sort|Memoize|Append|Merge Append|ProjectSet)$/

function readsIn(node: Node, indexes: Indexes, isBounded = false): TableRead[] {
  const how = node['Node Type']
  const index = node['Index Name']
  const table = node['Relation Name'] ?? (index && indexes.tableOf.get(index))
  const bounded = how === 'Limit' || (isBounded && isPassing.test(how))
  const below = (node.Plans ?? []).flatMap((each) => readsIn(each, indexes, bounded))
  if (!table || !/Scan$/.test(how) || how === 'Bitmap Heap Scan') return below
  const isNarrow =
    node['Index Cond'] !== undefined ||
    how === 'Tid Scan' ||
    isBounded ||
    (index !== undefined && indexes.partial.has(index))
  return [
    { table, index, how, isWhole: how === 'Seq Scan' || !isNarrow, isOfEveryExecutor: isOfEveryExecutor(node) },
    ...below,
  ]
}

const executorIs = /\bexecutor(?:_alias)? = /

const isOfEveryExecutor = ({ 'Index Cond': found = '', Filter: rest = '' }: Node): boolean =>
  /\b(?:offer|advertiser) = /.test(found) && !executorIs.test(found) && executorIs.test(rest)
