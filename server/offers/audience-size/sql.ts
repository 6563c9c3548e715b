import type { Db } from '../../platform/database/db.ts'
import { join, sql } from '../../platform/sql.ts'
import { levels } from '../../values/level.ts'
import type { AudienceCell } from './audience-size.ts'

const meets = ({ accepted, rate }: (typeof levels)[number]) =>
  sql`(accepted >= ${accepted}::bigint and accepted >= ${rate}::float8 * greatest(accepted + rejected, 1))::integer`

/** The level of an executor: the highest whose requirements are met, as in `levelOf`. */
const level = sql`greatest(${join(
  levels.map((each, index) => sql`${index + 1}::integer * ${meets(each)}`),
  sql`, `,
)})`

/** Counts the active executors by age, country, gender and level. */
export const readAudienceCells = (db: Db) =>
  db.many<AudienceCell>(sql`
    select extract(year from age((${db.now()} at time zone 'UTC')::date, birth_date))::integer as age, country, gender,
      ${level} as level, count(*) as executors
    from executors join accounts on accounts.id = executors.account
    where executors.deleted_at is null and accounts.status = 'Active' and 'Executor' = any(accounts.roles)
    group by 1, 2, 3, 4`)
