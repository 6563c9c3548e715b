import { drainInBatches } from '../batching/drain.ts'
import type { Ctx } from '../database/ctx.ts'
import type { Database } from '../database/db.ts'
import type { Demand, Grant, SharedCounter } from './shared-counter.ts'
import { type CountRow, grantDemands, lockSubjects, purgeCounts } from './sql.ts'

/** Counts in the database. Its connection is not closed with it. */
export const postgresCounter = (db: Database): SharedCounter => ({
  ready: async () => void (await grantAll(db, [])),
  grant: (demands) => grantAll(db, demands),
  close: async () => {},
})

/** Demands that share a limit wait for what earlier ones want. If those got less, the rest is asked for again. */
async function grantAll(db: Database, demands: readonly Demand[]): Promise<readonly Grant[]> {
  const rows = await db.flight<CountRow>([lockSubjects(demands), grantDemands(db, demands)])
  const ofDemands = Map.groupBy(rows, ({ place }) => place)
  const grants: Grant[] = demands.map(({ limits }, place) => {
    const own = ofDemands.get(place) as CountRow[]
    const usages = limits.map(({ subject }) => own.find((row) => row.subject === subject) as CountRow)
    return { granted: (own[0] as CountRow).granted, usages }
  })
  const crowded = [...ofDemands].flatMap(([place, [row]]) => (row?.isCrowded ? [place] : []))
  if (crowded.length === 0) return grants
  const rest = crowded.map((place) => {
    const demand = demands[place] as Demand
    return { ...demand, wanted: demand.wanted - (grants[place] as Grant).granted, owed: 0 }
  })
  for (const [index, { granted, usages }] of (await grantAll(db, rest)).entries()) {
    const place = crowded[index] as number
    grants[place] = { granted: (grants[place] as Grant).granted + granted, usages }
  }
  return grants
}

/** Rows per statement: keeps each statement short. */
const purgedMax = 10_000

/** Deletes what was counted more than a minute ago. */
export const purgeLimits = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(purgedMax, (most) => db.run(purgeCounts(db, most)))
