import cluster from 'node:cluster'
import { type Command, InvalidArgumentError } from 'commander'
import { migrate } from '../../platform/database/migrate.ts'
import { loggerFor, reachDatabase } from '../installation.ts'
import { command, printResult } from '../program.ts'
import { configOfTerminal, print, printError } from '../terminal.ts'
import { type ServeOptions, serve, work } from './serve.ts'

const processesMax = 64

type Options = { readonly jobs: boolean; readonly processes?: number; readonly demo?: boolean; readonly json?: boolean }

export function runCommands(program: Command): void {
  command(program, 'serve', 'serve the API and the console, and run the jobs')
    .option('--no-jobs', 'run no jobs; a worker does')
    .option('--demo', 'also create demo accounts, money and offers, and print them')
    .option('--processes <n>', 'number of API processes, one for each core; one more runs the jobs', countOf)
    .action(({ jobs, demo, processes, json }: Options) => {
      const options: ServeOptions = { jobs, demo: demo ?? false, say: speaker(json) }
      return processes === undefined ? serve(options) : serveWith(processes, options)
    })
  command(program, 'work', 'run only the jobs').action(({ json }: Options) => work(speaker(json)))
  command(program, 'migrate', 'update the database schema').action(migrateDatabase)
}

async function migrateDatabase({ json }: { json?: boolean }) {
  const config = configOfTerminal()
  const place = await reachDatabase(config, loggerFor(config))
  try {
    printResult({ applied: await migrate(place.directUrl, { onRetry: printError }) }, json)
  } finally {
    await place.leave()
  }
}

/** In one of several processes, prints nothing: the first one reports that all are ready. */
function speaker(json: boolean | undefined): (text: string) => void {
  if (cluster.isWorker) return () => {}
  return json ? printError : print
}

const serveWith = async (count: number, options: ServeOptions): Promise<void> =>
  (await import('./processes.ts')).serveProcesses(count, options)

function countOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= processesMax) return count
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${processesMax}.`)
}
