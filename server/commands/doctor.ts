import { access, constants, mkdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { lastBookCheck, verifyBooks } from '../audit/actions-books.ts'
import { readConfig } from '../platform/config.ts'
import { migrationNames } from '../platform/migrate.ts'
import { readRole } from '../platform/roles.ts'
import { adoptSecretKey, checkSecretKey } from '../platform/secret-check.ts'
import { readServer } from '../platform/server-facts.ts'
import { type Installation, openInstallation } from './open.ts'
import { command, print } from './program.ts'

/** One thing that was looked at; what to do about it where it is not well. */
type Finding = { readonly check: string; readonly ok: boolean; readonly detail: string }

const skewSecondsMax = 5

/** Looks at one thing; whatever goes wrong becomes the finding. */
async function look(check: string, advice: string, at: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await at() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { check, ok: false, detail: `${why} ${advice}`.trim() }
  }
}

async function findings(adopts: boolean): Promise<Finding[]> {
  const settings = await look('settings', 'Correct them in the environment or in .env.', async () => {
    const config = readConfig()
    return `served at ${config.publicUrl}, data in ${config.dataDir}`
  })
  if (!settings.ok) return [settings]
  const { dataDir } = readConfig()
  const storage = await look('storage', 'Give the user who runs the program the right to write there.', async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
    return `${dataDir} can be written`
  })
  let installation: Installation | undefined
  const database = await look('database', 'Check DATABASE_URL, or the log in DATA_DIR/postgres.', async () => {
    installation = await openInstallation(readConfig(), adopts ? adoptSecretKey : lookLater)
    const { version } = await readServer(installation.ctx.db)
    return `PostgreSQL ${version}, ${(await migrationNames()).length} migrations applied`
  })
  const more = installation ? await insideFindings(installation) : []
  return [settings, storage, database, ...more]
}

/** A wrong key is a finding among the others. */
const lookLater = async () => {}

async function insideFindings({ ctx, close }: Installation): Promise<Finding[]> {
  try {
    return [
      await look('secret key', '', async () => {
        await checkSecretKey(ctx.db, ctx.secretKey)
        return 'the one that this database was first used with, or that was adopted'
      }),
      await look('clock', 'Let both machines take their time from the same source.', async () => {
        const { skewSeconds: skew } = await readServer(ctx.db)
        if (Math.abs(skew) > skewSecondsMax)
          throw new Error(`The database's clock is ${skew.toFixed(1)} s away from this machine's.`)
        return `${skew.toFixed(1)} s between this machine and the database`
      }),
      await look('database role', '', async () => {
        const { name, isOwner } = await readRole(ctx.db)
        return isOwner
          ? `${name} owns the tables: a role that cannot change the books is described in docs/database-roles.md`
          : `${name}, which cannot change the schema, the books or the audit log`
      }),
      await look('books', 'Run market ledger verify, and stop payments until you know why.', async () => {
        const { ok, accounts, transfers } = await verifyBooks(ctx)
        if (!ok) throw new Error('The books do not balance.')
        return `${accounts} accounts, ${transfers} transfers, balanced`
      }),
      await look('hourly check', 'Run market ledger verify, and look in the log for what it was.', async () => {
        const last = await lastBookCheck(ctx)
        if (last && !last.ok)
          throw new Error(`At ${last.checkedAt.toISOString()} they did not balance: ${last.mismatches.join(', ')}.`)
        return last
          ? `balanced at ${last.checkedAt.toISOString()}`
          : 'not made yet; a server or worker that runs makes it'
      }),
    ]
  } finally {
    await close()
  }
}

export function doctorCommand(program: Command): void {
  command(program, 'doctor', 'look at settings, storage, database, secret key, clock and books')
    .option('--adopt-secret-key', 'the old key is lost: from now on the one set is the key (docs/secret-key.md)')
    .action(async ({ json, adoptSecretKey: adopts = false }: { json?: boolean; adoptSecretKey?: boolean }) => {
      const all = await findings(adopts)
      if (all.some(({ ok }) => !ok)) process.exitCode = 1
      if (json) print(JSON.stringify({ ok: all.every(({ ok }) => ok), checks: all }))
      else for (const { check, ok, detail } of all) print(`${ok ? 'ok  ' : 'BAD '} ${check}: ${detail}`)
    })
}
