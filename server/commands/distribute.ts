import type { Command } from 'commander'
import pg from 'pg'
import { readConfig } from '../platform/config.ts'
import { distributedBy, keptLocal, type Step, stepsOf } from './distribution.ts'
import { countWorkers, findTable, missingOn, type Seen, seeServer, tablesToDistribute } from './distribution-find.ts'
import { loggerFor, reachDatabase } from './open.ts'
import { answer, command, print } from './program.ts'

type Options = { readonly dryRun?: boolean; readonly json?: boolean }

/** Whoever serves waits so long for a lock at most; so long nobody who changes the schema lets them wait. */
const lockWait = '1s'

export function distributeCommand(program: Command): void {
  command(program, 'distribute', 'lay large tables on the machines of a Citus, as docs/operate/distributed.md says')
    .option('--dry-run', 'tell what would be done, and do nothing')
    .action(async ({ dryRun = false, json }: Options) => {
      const config = readConfig()
      const place = await reachDatabase(config, loggerFor(config))
      try {
        await within(place.directUrl, (client) => (dryRun ? tellPlan(client, json) : distribute(client, json)))
      } finally {
        await place.leave()
      }
    })
}

async function within(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'task-marketplace distribute' })
  // A connection that breaks between two statements would otherwise end the process; the next statement says so.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function tellPlan(client: pg.Client, json: boolean | undefined): Promise<void> {
  const seen = await seeServer(client)
  const steps: Step[] = []
  for (const table of tablesToDistribute) steps.push(...stepsOf(await findTable(client, table, seen)))
  const missing = missingOn(seen)
  if (json) return answer({ ...seen, missing: missing ?? null, distributedBy, keptLocal, steps }, json)
  print(`On ${seen.server}, Citus ${seen.citus ?? 'not installed'}:`)
  for (const { what, statement } of steps) print(`  ${what}\n    ${statement};`)
  if (steps.length === 0) print('  nothing is left to do')
  print('On the coordinator stay, as they are:')
  for (const { why, tables } of keptLocal) print(`  ${why}\n    ${tables.join(' ')}`)
  if (missing) print(`Nothing of this can be done here. ${missing}`)
}

async function distribute(client: pg.Client, json: boolean | undefined): Promise<void> {
  const seen = await seeServer(client)
  const missing = missingOn(seen)
  if (missing) throw new Error(missing)
  const workers = await countWorkers(client)
  if (workers === 0) throw new Error('No machine takes rows yet: add workers with citus_add_node first.')
  const done: string[] = []
  for (const table of tablesToDistribute) done.push(...(await distributeTable(client, table, seen)))
  answer({ citus: seen.citus, workers, done }, json)
}

/** Distributes one table, all of it or nothing; answers what was done, which is nothing the second time. */
export async function distributeTable(
  client: pg.ClientBase,
  table: string,
  seen: Pick<Seen, 'citus'>,
): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    // What is found holds until the commit: nobody else changes the table, or writes it while its rows move.
    await client.query(`lock table ${table} in share row exclusive mode`)
    const steps = stepsOf(await findTable(client, table, seen))
    for (const { statement } of steps) await client.query(statement)
    await client.query('commit')
    return steps.map(({ what }) => what)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
