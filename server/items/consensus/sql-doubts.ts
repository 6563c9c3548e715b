import { lockSlots } from '../../offers/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/** Locks the slots of an offer until the transaction ends. */
export const lockOffer = (db: Db, offer: Id<'offer'>) => db.run(lockSlots(sql`${[offer]}::bigint[]`))

/** Whether the suite of work may ask for more further answers than are asked for. */
export const readRoom = (db: Db, execution: Id<'execution'>) =>
  db.maybe<{ hasRoom: boolean }>(sql`
    select spare > (
      select count(*) from assignments doubts where doubts.suite = given.suite and doubts.doubted and doubts.state = 'Answered') as has_room
    from assignments given cross join lateral (select spare from suites where suites.id = given.suite limit 1) suites
    where given.execution = ${execution}::bigint and given.state = 'Answered' and not given.doubted`)

export const writeDoubt = (db: Db, execution: Id<'execution'>) =>
  db.run(sql`update assignments set doubted = true where execution = ${execution}::bigint`)
