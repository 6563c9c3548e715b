import { mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { memoizePerObject } from '../../values/bounded-map.ts'
import type { Audience } from '../offer.ts'
import { type AudienceCell, type AudienceSize, audienceSize } from './audience-size.ts'
import { readAudienceCells } from './sql.ts'

/** How old the counts may be: they are the same for everyone, and do not tell who signed up just now. */
const cellsMsMax = 600_000

type CachedCells = { readAt: Date; cells: Promise<readonly AudienceCell[]> }
const cache = memoizePerObject((_db: Database): { cached?: CachedCells } => ({}))

/** Reads the counts of the marketplace once in ten minutes, however many ask. */
function cellsAt({ db }: Pick<Ctx, 'db'>, now: Date): Promise<readonly AudienceCell[]> {
  const entry = cache(db)
  const age = entry.cached ? now.getTime() - entry.cached.readAt.getTime() : Number.POSITIVE_INFINITY
  if (entry.cached && age < cellsMsMax) return entry.cached.cells
  const cells = readAudienceCells(db.reads)
  const made: CachedCells = { readAt: now, cells }
  entry.cached = made
  cells.catch(() => {
    if (entry.cached === made) delete entry.cached
  })
  return cells
}

/** Returns about how many executors match. Checks the caller before the audience, so only permitted callers see its errors. */
export async function estimateAudience(ctx: Ctx, requestedAudience: () => Audience): Promise<AudienceSize> {
  const { now } = await mayCall(ctx)
  const audience = requestedAudience()
  return audienceSize(audience, await cellsAt(ctx, now), ctx.config.ageFloor)
}
