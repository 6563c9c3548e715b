import type { Db } from '../platform/database/db.ts'
import type { DueSearch } from '../reservations/saved-searches/saved-search.ts'
import { moveOn } from '../reservations/saved-searches/sql-fragments.ts'

/** Moves a search on to what becomes available later. Returns false if another process was faster, or the search has changed. */
export const setTold = async (db: Db, search: DueSearch): Promise<boolean> => (await db.run(moveOn(search))) > 0
