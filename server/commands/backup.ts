import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { verifyInvariants } from '../audit/ledger-check/actions.ts'
import type { Config } from '../platform/config/config.ts'
import { locationText } from '../platform/config/storage-location.ts'
import { makeBackup, restoreBackup } from '../platform/database/backup.ts'
import { verifyFiles } from '../proofs/actions-verify.ts'
import { loggerFor, openInstallation, reachDatabase } from './installation.ts'
import { command, type Json, printResult } from './program.ts'
import { configOfTerminal, exitAsRefused } from './terminal.ts'

/** Throws if the database is external: it is backed up with its own tools. */
function mustBeEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl)
    throw new Error(
      'DATABASE_URL names a PostgreSQL of your own: back it up and restore it with its own tools, and the folder uploads of DATA_DIR after it (docs/backup.md).',
    )
}

async function backUp(folder: string, withSecretKey: boolean) {
  const config = configOfTerminal()
  mustBeEmbedded(config)
  if (!existsSync(join(config.dataDir, 'postgres', 'cluster')))
    throw new Error(`There is nothing to back up in ${config.dataDir}. Set DATA_DIR to that of the installation.`)
  const place = await reachDatabase(config, loggerFor(config))
  try {
    const { dataDir } = config
    const made = await makeBackup({ dataDir, url: place.directUrl, to: folder, withSecretKey })
    const isElsewhere = config.storageUrl.kind === 'S3'
    // Files in an object store are backed up separately: docs/backup.md.
    return isElsewhere ? { ...made, filesNotIncluded: locationText(config.storageUrl) } : made
  } finally {
    await place.leave()
  }
}

/** Restores a backup, starts the database once, and verifies it. */
async function restore(folder: string) {
  const config = configOfTerminal()
  mustBeEmbedded(config)
  const { createdAtUtc } = await restoreBackup(folder, config.dataDir, config.secretKey)
  const { ctx, close } = await openInstallation(config)
  try {
    const [books, files] = [await verifyInvariants(ctx), await verifyFiles(ctx)]
    const ok = books.ok && files.ok
    if (!ok) exitAsRefused()
    const { proofs, missingCount, damagedCount } = files
    return {
      ok,
      createdAtUtc,
      accounts: books.accounts,
      transfers: books.transfers,
      proofs,
      missingFiles: missingCount,
      damagedFiles: damagedCount,
    }
  } finally {
    await close()
  }
}

export function backupCommands(program: Command): void {
  command(program, 'backup <folder>', 'back up the embedded database and the files while the program runs')
    .option('--with-secret-key', 'include DATA_DIR/secret-key; protect the backup like the key')
    .action(async (folder: string, { json, withSecretKey = false }: Json & { withSecretKey?: boolean }) =>
      printResult(await backUp(folder, withSecretKey), json),
    )
  command(program, 'restore <folder>', 'restore a backup into a DATA_DIR without a database').action(
    async (folder: string, { json }: Json) => printResult(await restore(folder), json),
  )
}
