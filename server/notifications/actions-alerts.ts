import type { Ctx } from '../platform/database/ctx.ts'
import { type SearchedSearch, searchDue } from '../reservations/saved-searches/actions.ts'
import { writeNotifications } from './actions-notify.ts'
import { lineOf } from './notification.ts'
import type { PendingNotification } from './pending-notifications.ts'
import { setTold } from './sql-alerts.ts'

/** Searches of one run. More wait for the next one. */
const runMax = 200

type AlertContext = Pick<Ctx, 'db' | 'config' | 'secretKey'>

/** Tells executors what their saved searches have found since. Returns how many searches were due. */
export async function alertSearches(ctx: AlertContext): Promise<number> {
  const searched = await searchDue(ctx, runMax)
  for (const search of searched)
    await ctx.db.transaction(async (db) => {
      const isOurs = await setTold(db, search)
      if (isOurs && search.found > 0) await writeNotifications(db, [alertOf(search)], ctx)
    })
  return searched.length
}

/** What a search finds within one hour is one notification. */
const alertOf = ({ id, executor, name, found, now }: SearchedSearch): PendingNotification => ({
  account: executor,
  kind: 'SearchMatched',
  cause: `search:${id}:${now.toISOString().slice(0, 13)}`,
  happenedAt: now,
  data: { searchId: id, searchName: lineOf(name), reports: found },
})
