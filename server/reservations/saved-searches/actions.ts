import { mayCall } from '../../accounts/actions-callers.ts'
import { type Admitted, admitted, mustBeExecutor } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { mustHaveRoom } from '../../values/problems/storage-limit.ts'
import { availableTo } from '../available-offers/actions-matches.ts'
import {
  type DueSearch,
  decideSearch,
  filterOf,
  type SavedSearch,
  SavedSearchNotFound,
  type SearchInput,
  searchesMax,
} from './saved-search.ts'
import { claimDue, deleteSearch, lockSearches, readSearches, setAlerts, upsertSearch } from './sql.ts'

export async function ownSearches(ctx: Ctx): Promise<readonly SavedSearch[]> {
  const { caller, rows } = admitted(ctx.by, await readSearches(ctx.db, ctx.by))
  mustBeExecutor(caller)
  return rows
}

async function executorOf(ctx: Ctx): Promise<Admitted> {
  const caller = await mayCall(ctx)
  mustBeExecutor(caller)
  return caller
}

/** Saves a search; one with the same name is replaced. Throws StorageLimitReached. */
export async function keepSearch(ctx: Ctx, input: SearchInput): Promise<SavedSearch> {
  const { callerAccount } = await executorOf(ctx)
  const search = decideSearch(input)
  return ctx.db.transaction(async (db) => {
    mustHaveRoom('savedSearches', await lockSearches(db, callerAccount, search.name), searchesMax)
    return upsertSearch(db, callerAccount, search)
  })
}

/** Turns the alerts of a search on or off. Throws SavedSearchNotFound. */
export async function changeAlerts(ctx: Ctx, id: Id<'savedSearch'>, hasAlerts: boolean): Promise<SavedSearch> {
  const { callerAccount } = await executorOf(ctx)
  const changed = await setAlerts(ctx.db, callerAccount, id, hasAlerts)
  if (!changed) throw SavedSearchNotFound({})
  return changed
}

/** Deletes a search. Returns its last state. Throws SavedSearchNotFound. */
export async function removeSearch(ctx: Ctx, id: Id<'savedSearch'>): Promise<SavedSearch> {
  const { callerAccount } = await executorOf(ctx)
  const deleted = await deleteSearch(ctx.db, callerAccount, id)
  if (!deleted) throw SavedSearchNotFound({})
  return deleted
}

/** A due search with the number of offers that it found. */
export type SearchedSearch = DueSearch & { readonly found: number }

/**
 * Claims up to `limit` due searches, and counts for each the offers that became available since it last told, that match, and that its
 * executor could reserve as the list of available offers decides.
 */
export async function searchDue(ctx: Pick<Ctx, 'db' | 'config'>, limit: number): Promise<SearchedSearch[]> {
  const searched: SearchedSearch[] = []
  const waiting = (await claimDue(ctx.db, limit)).filter(({ until, toldUntil }) => until > toldUntil)
  for (const [executor, own] of Map.groupBy(waiting, ({ executor }) => executor)) {
    const countFound = await availableTo(ctx, { executor, now: (own[0] as DueSearch).now })
    for (const due of own) {
      // Those activated at the last moment of the former range were in that range.
      const from = new Date(due.toldUntil.getTime() + 1)
      searched.push({ ...due, found: await countFound(filterOf(due.filters, from, due.until)) })
    }
  }
  return searched
}
