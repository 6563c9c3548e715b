import { type Sql, sql } from '../../platform/sql.ts'
import type { DueSearch } from './saved-search.ts'

/** Moves on to what becomes available later. Changes no row if another process was faster, or the search has changed. */
export const moveOn = ({ id, toldUntil, until }: Pick<DueSearch, 'id' | 'toldUntil' | 'until'>): Sql => sql`
  update saved_searches set told_until = ${until}::timestamptz
  where id = ${id}::bigint and told_until = ${toldUntil}::timestamptz and due_at is not null`

export const eraseSearches = (executor: Sql): readonly Sql[] => [
  sql`delete from saved_searches where executor = ${executor}`,
]
