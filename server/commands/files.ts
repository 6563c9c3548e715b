import { type Command, InvalidArgumentError } from 'commander'
import { type Config, readConfig } from '../platform/config/config.ts'
import { locationText } from '../platform/config/storage-location.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { areSame, tryFiles } from '../platform/storage/check.ts'
import { moveFiles } from '../platform/storage/move.ts'
import { openLocations, openStorage } from '../platform/storage/storage.ts'
import { verifyFiles } from '../proofs/actions-verify.ts'
import { keyFolder } from '../proofs/proof.ts'
import { lastSweep, suspendSweep } from '../proofs/sweep/actions.ts'
import { answer, command, once, tell } from './program.ts'

type Json = { readonly json?: boolean }

/** Moves files. Needs no database, so it works while the database is down. */
async function move() {
  const config = readConfig()
  const { storageUrl: to, storageAlsoUrl: from } = config
  if (!from) throw new Error('STORAGE_ALSO_URL names no place to move files from (docs/operate/files.md).')
  const { workshop } = await openStorage(config.dataDir, config)
  const { first, other } = openLocations(config.dataDir, config)
  const places = { from: other ?? first, to: first, folder: keyFolder, workshop }
  const { failed, ...moved } = await moveFiles({ ...places, report: (count) => tell(`${count} files are moved`) })
  for (const failure of failed) tell(failure)
  if (failed.length > 0 || moved.left > 0) process.exitCode = 1
  return { from: locationText(from), to: locationText(to), ...moved, failed: failed.length }
}

/** Tests the storage locations, for `market doctor`. Returns their names. */
export async function tryPlaces(config: Config): Promise<string> {
  const { first, other } = openLocations(config.dataDir, config)
  const { workshop } = await openStorage(config.dataDir, config)
  await tryFiles(first, workshop)
  if (other) await tryFiles(other, workshop)
  if (other && (await areSame(first, other, workshop)))
    throw new Error('STORAGE_ALSO_URL is the same place as STORAGE_URL, written in another way.')
  const tried = [config.storageUrl, ...(config.storageAlsoUrl ? [config.storageAlsoUrl] : [])].map(locationText)
  return `stored, read, listed and removed in ${tried.join(' and ')}`
}

/** Returns the result of the last comparison of files and proofs, for `market doctor`. */
export async function tellSweep(ctx: Ctx): Promise<string> {
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

export function fileCommands(program: Command): void {
  const files = program.command('files').description('uploaded files').exitOverride()
  command(files, 'verify', 'check the file of every proof; exits with 1 if one is missing').action(({ json }: Json) =>
    once(json, async (ctx) => {
      const verdict = await verifyFiles(ctx)
      if (!verdict.ok) process.exitCode = 1
      return verdict
    }),
  )
  command(files, 'hold', 'keep files without a proof for some days after a restore; 0 ends this')
    .argument('<days>', 'number of days', daysOf)
    .action((days: number, { json }: Json) =>
      once(json, async (ctx) => ({ heldUntilUtc: (await suspendSweep(ctx, days)).dueAt.toISOString() })),
    )
  command(
    files,
    'move',
    'move all files from STORAGE_ALSO_URL to STORAGE_URL while the program runs; exits with 1 if some are left',
  ).action(async ({ json }: Json) => answer(await move(), json))
}
