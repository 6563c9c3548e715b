import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { RateLimited } from '../../platform/rate-limits/http.ts'
import { rotatingCache, windowMs } from '../../platform/rate-limits/local-window.ts'
import { memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'

const accountsMax = 50_000

type PixelUse = { readonly at: number; readonly pixels: number }

const passed = stopwatch()
/** By settings, because tests open several installations in one process. */
const knownOf = memoizePerObject((_config: Ctx['config']) => ({
  spentBy: rotatingCache((): { recent: PixelUse[] } => ({ recent: [] }), accountsMax),
  forms: new Map<Id<'account'>, Promise<unknown>>(),
}))

/**
 * Spends pixels of the account's minute, in this process. Throws RateLimited if there are not enough left. A form's first picture is always
 * allowed if the minute is unused, however large it is.
 */
export function spendPixels({ db, config }: Pick<Ctx, 'db' | 'config'>, account: Id<'account'>, pixels: number): void {
  const now = passed() + db.clock.offsetMs
  const spent = knownOf(config).spentBy(String(account), now)
  spent.recent = spent.recent.filter(({ at }) => at > now - windowMs)
  const used = spent.recent.reduce((sum, each) => sum + each.pixels, 0)
  const [first] = spent.recent
  if (first && used + pixels > config.pictureMegapixelsPerMinute * 1_000_000) {
    const retryAfterSeconds = Math.max(1, Math.ceil((first.at + windowMs - now) / 1000))
    throw RateLimited({ 'violated-policies': ['pixels'], retryAfterSeconds })
  }
  spent.recent.push({ at: now, pixels })
}

/** Runs one form of an executor at a time, in order of arrival: an executor has only a few uploads in progress. */
export async function oneFormAtATime<T>({ config }: Ctx, executor: Id<'account'>, work: () => Promise<T>): Promise<T> {
  const { forms } = knownOf(config)
  const working = (forms.get(executor) ?? Promise.resolve()).then(work)
  const last = working.catch(() => {})
  forms.set(executor, last)
  try {
    return await working
  } finally {
    if (forms.get(executor) === last) forms.delete(executor)
  }
}
