import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../platform/config/config.ts'
import { locationText } from '../platform/config/storage-location.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { areSame, tryFiles } from '../platform/storage/check.ts'
import { moveFiles } from '../platform/storage/move.ts'
import { openLocations, openStorage } from '../platform/storage/storage.ts'
import { verifyFiles } from '../proofs/actions-verify.ts'
import { keyFolder, thumbnailFolder } from '../proofs/proof.ts'
import { lastSweep, suspendSweep } from '../proofs/sweep/actions.ts'
import { action, command, commandGroup, type Json, printResult } from './program.ts'
import { configOfTerminal, exitAsRefused, printError } from './terminal.ts'

/** Moves files. Needs no database, so it works while the database is down. */
async function move() {
  const config = configOfTerminal()
  const { storageUrl: to, storageAlsoUrl: from } = config
  if (!from) throw new Error('STORAGE_ALSO_URL names no place to move files from (docs/operate/files.md).')
  const { workshop } = await openStorage(config.dataDir, config)
  const { first, other } = openLocations(config.dataDir, config)
  const locations = { from: other ?? first, to: first, folders: [keyFolder, thumbnailFolder], workshop }
  const report = (count: number) => printError(`${count} files are moved`)
  const { failed, ...moved } = await moveFiles({ ...locations, report })
  for (const failure of failed) printError(failure)
  if (failed.length > 0 || moved.left > 0) exitAsRefused()
  return { from: locationText(from), to: locationText(to), ...moved, failed: failed.length }
}

/** Tests the storage locations, for `market doctor`. Returns their names. */
export async function checkStorage(config: Config): Promise<string> {
  const { first, other } = openLocations(config.dataDir, config)
  const { workshop } = await openStorage(config.dataDir, config)
  await tryFiles(first, workshop)
  if (other) await tryFiles(other, workshop)
  if (other && (await areSame(first, other, workshop)))
    throw new Error('STORAGE_ALSO_URL is the same place as STORAGE_URL, written in another way.')
  const names = [config.storageUrl, ...(config.storageAlsoUrl ? [config.storageAlsoUrl] : [])].map(locationText)
  return `stored, read, listed and removed in ${names.join(' and ')}`
}

/** Returns the result of the last comparison of files and proofs, for `market doctor`. */
export async function checkLastSweep(ctx: Ctx): Promise<string> {
  const { found, dueAt } = await lastSweep(ctx)
  const next = `next from ${dueAt.toISOString()} on`
  if (!found) return `not compared with proofs yet; a server or worker that runs does it, ${next}`
  const { atUtc, missingCount, missing, looked, removed } = found
  if (missingCount > 0) throw new Error(`At ${atUtc} ${missingCount} proofs had no file: ${missing.join(', ')}.`)
  return `${looked} compared with proofs at ${atUtc}, ${removed} of no proof removed; ${next}`
}

function daysOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of days, up to 999.')
}

const moveAbout =
  'move all files from STORAGE_ALSO_URL to STORAGE_URL while the program runs; exits with 1 if some are left'

export function fileCommands(program: Command): void {
  const files = commandGroup(program, 'files', 'uploaded files')
  action(
    command(
      files,
      'verify',
      'compare the file of every proof with what was stored; exits with 1 if one is missing or damaged',
    ),
    async (ctx) => {
      const report = (proofs: number) => printError(`${proofs} proofs are checked`)
      const result = await verifyFiles({ db: ctx.db, storage: ctx.storage, report })
      if (!result.ok) exitAsRefused()
      return result
    },
  )
  action(
    command(files, 'hold', 'keep files without a proof for some days after a restore; 0 ends this').argument(
      '<days>',
      'number of days',
      daysOf,
    ),
    async (ctx, days: number) => ({ heldUntilUtc: (await suspendSweep(ctx, days)).dueAt.toISOString() }),
  )
  command(files, 'move', moveAbout).action(async ({ json }: Json) => printResult(await move(), json))
}
