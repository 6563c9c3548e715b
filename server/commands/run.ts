import type { Command } from 'commander'
import { readConfig } from '../platform/config.ts'
import { migrate } from '../platform/migrate.ts'
import { loggerFor, reachDatabase } from './open.ts'
import { answer, command, print, tell } from './program.ts'
import { serve, work } from './serve.ts'

export function runCommands(program: Command): void {
  command(program, 'serve', 'serve the API, and do the jobs in the same process')
    .option('--no-jobs', 'leave the jobs to a worker')
    .option('--demo', 'also create accounts, money and offers to try, and print them')
    .action(({ jobs, demo, json }: { jobs: boolean; demo?: boolean; json?: boolean }) =>
      serve({ jobs, demo: demo ?? false, say: (text) => (json ? tell(text) : print(text)) }),
    )
  command(program, 'work', 'do the jobs alone').action(({ json }: { json?: boolean }) =>
    work((text) => (json ? tell(text) : print(text))),
  )
  command(program, 'migrate', 'bring the database up to date').action(async ({ json }: { json?: boolean }) => {
    const config = readConfig()
    const place = await reachDatabase(config, loggerFor(config))
    try {
      answer({ applied: await migrate(place.directUrl, { onHeldUp: tell }) }, json)
    } finally {
      await place.leave()
    }
  })
}
