import type { Db } from '../platform/database/db.ts'
import { idsIn, isFirstOlder, type Partitions } from '../platform/database/partitions.ts'
import { sql } from '../platform/sql.ts'

/** Days of decisions per partition. */
const partitionDays = 182

/** Whether the current partition is old enough to switch to the next one. */
export const areDecisionsOldEnough = (db: Db, all: Partitions) => isFirstOlder(db, sql`audit_log`, all, partitionDays)

/** Whether the last decision of the partition is past the retention period. */
export const areDecisionsOver = (db: Db, number: number, all: Partitions, keptDays: number) =>
  db.one<{ isOver: boolean }>(sql`
    select coalesce((select created_at from audit_log where ${idsIn(sql`id`, number, all)} order by id desc limit 1)
      < ${db.now()} - ${keptDays}::integer * interval '1 day', true) as is_over`)
