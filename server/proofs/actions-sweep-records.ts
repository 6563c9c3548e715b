import { json } from 'node:stream/consumers'
import type { Ctx } from '../platform/ctx.ts'
import { putContent } from '../platform/storage-content.ts'
import type { Files } from '../platform/storage-files.ts'
import { readNow, tryLockSweep } from './sql.ts'
import { type Sweep, sweepSeconds } from './sweep.ts'

/*
 * Sweeps are written down beside the files that they compare: `sweeps/HOUR-begun` says that somebody is at it or was,
 * `sweeps/HOUR-found` what was found. So machines that do not share their disk each look after their own.
 */

type Where = Pick<Ctx, 'db' | 'storage'>
type Claim = { readonly hour: string; readonly atUtc: string }

const folder = 'sweeps'
const [begun, found] = ['-begun', '-found']
const recordsMax = 100

const recordsOf = (storage: Files): Promise<string[]> => storage.keys(folder, '', recordsMax)

/** Takes the turn to sweep in this hour; none where somebody has. The lock is held for a moment, not while it is swept. */
export const claimSweep = ({ db: database, storage }: Where): Promise<Claim | undefined> =>
  database.transaction(async (db) => {
    if (!(await tryLockSweep(db)).isOurs) return undefined
    const { now } = await readNow(db)
    const hour = String(Math.floor(now.getTime() / 1000 / sweepSeconds)).padStart(8, '0')
    const key = `${folder}/${hour}${begun}`
    if ((await recordsOf(storage)).includes(key)) return undefined
    await write(storage, key, {})
    return { hour, atUtc: now.toISOString() }
  })

/** Keeps what was found, and forgets what was found before. */
export async function writeSweep(ctx: Where, { hour }: Claim, sweep: Sweep): Promise<void> {
  const key = `${folder}/${hour}${found}`
  await write(ctx.storage, key, sweep)
  for (const record of await recordsOf(ctx.storage)) if (record < `${folder}/${hour}`) await ctx.storage.remove(record)
}

/** What the last sweep found that came to its end; none where there was none. */
export async function lastSweep(ctx: Where): Promise<Sweep | undefined> {
  const key = (await recordsOf(ctx.storage)).findLast((record) => record.endsWith(found))
  const record = key === undefined ? undefined : await ctx.storage.open(key)
  if (!record) return undefined
  return (await json(record.file)) as Sweep
}

const write = (storage: Ctx['storage'], key: string, content: object): Promise<void> =>
  putContent(storage, key, JSON.stringify(content), storage.workshop)
