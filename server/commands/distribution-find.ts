import type pg from 'pg'
import { distributedBy, type Found } from './distribution.ts'

const citusLeast = 13

/** The database server, as it calls itself, and its Citus, if it has one. */
export type Seen = {
  readonly server: string
  /** Null where the extension is not installed in this database. */
  readonly citus: string | null
  /** The version that the server could install. */
  readonly available: string | null
}

export async function seeServer(client: pg.ClientBase): Promise<Seen> {
  const { rows } = await client.query<Seen>(`
    select split_part(version(), ' ', 1) || ' ' || split_part(version(), ' ', 2) as server,
      (select extversion from pg_extension where extname = 'citus') as citus,
      (select default_version from pg_available_extensions where name = 'citus') as available`)
  return rows[0] as Seen
}

/** What is missing before anything can be distributed; nothing where all is there. */
export function missingOn({ server, citus, available }: Seen): string | undefined {
  const rest = `Citus ${citusLeast} or newer belongs on this server and on every worker (docs/operate/distributed.md).`
  if (citus === null && available === null)
    return `This is ${server} without the extension citus, which is not installed on the server. ${rest}`
  if (citus === null)
    return `This is ${server}. Citus ${available} is on the server, but not in this database: run "create extension citus" in it. ${rest}`
  return Number.parseInt(citus, 10) < citusLeast ? `This is ${server} with Citus ${citus}. ${rest}` : undefined
}

/** Machines that take rows; none where nobody has added one yet. */
export async function countWorkers(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ workers: number }>(
    `select count(*)::integer as workers from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  )
  return rows[0]?.workers ?? 0
}

export const tablesToDistribute = Object.keys(distributedBy)

/** Everything about a table that Citus would refuse, or that is done already. */
export async function findTable(client: pg.ClientBase, table: string, { citus }: Pick<Seen, 'citus'>): Promise<Found> {
  const { rows } = await client.query<Found>(look(citus === null ? 'null' : liesBy), [table])
  const [found] = rows
  if (!found) throw new Error(`There is no table ${table}: run market migrate first.`)
  return found
}

/** As Citus knows it. Asked only where there is a Citus: elsewhere the view is not known. */
const liesBy = `(select distribution_column from citus_tables where table_name = own.oid and citus_table_type = 'distributed')`

const look = (lies: string): string => `
  select own.relname as table, ${lies} as "liesBy",
    coalesce((
      select json_agg(json_build_object('name', named.relname, 'isPrimary', indisprimary, 'isConstraint',
        exists (select from pg_constraint where conindid = indexrelid and conrelid = own.oid), 'columns', (
          select json_agg(attname order by place) from unnest(indkey::smallint[]) with ordinality key (number, place)
          left join pg_attribute on attrelid = own.oid and attnum = nullif(key.number, 0)
          where place <= indnkeyatts)) order by named.relname)
      from pg_index join pg_class named on named.oid = indexrelid where indrelid = own.oid and indisunique), '[]') as keys,
    coalesce((
      select json_agg(json_build_object('name', conname, 'from', conrelid::regclass::text, 'to', confrelid::regclass::text)
        order by conname)
      from pg_constraint where contype = 'f' and own.oid in (conrelid, confrelid)), '[]') as references,
    coalesce((
      select json_agg(tgname order by tgname) from pg_trigger where tgrelid = own.oid and not tgisinternal), '[]') as triggers
  from pg_class own
  where own.relnamespace = 'public'::regnamespace and own.relkind in ('r', 'p') and own.relname = $1`
