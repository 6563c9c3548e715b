import type { Db } from '../platform/database/db.ts'
import { nothing, type Sql, sql } from '../platform/sql.ts'

/** Whether a grant counts now. */
export const isValid = (db: Db): Sql => sql`coalesce(expires_at > ${db.now()}, true)`

/** Selects `Standing` of an executor as JSON; with `required`, an array of ids, only these qualifications. */
export const standingOf = (db: Db, executor: Sql, required?: Sql): Sql => sql`
  select json_build_object('languages', languages, 'levels', language_levels, 'accepted', accepted, 'rejected', rejected,
    'held', coalesce((
      select json_agg(json_build_object('qualification', qualification, 'score', score))
      from qualification_grants granted
      where granted.executor = standing.account and ${isValid(db)}
        ${required ? sql`and granted.qualification = any(${required})` : nothing}), '[]'))
  from executors standing where standing.account = ${executor}`

/** Selects the names of required qualifications, an array of ids as JSON; hidden ones have none. */
export const namesOfRequired = (required: Sql): Sql => sql`
  select json_agg(json_build_object('id', id, 'name', case when is_visible then name end,
    'howToGet', case when is_visible then how_to_get end))
  from qualifications where id = any(${required})`

/** Which of the required qualifications an advertiser cannot use, which are groups, and which others grant, as three arrays. */
export const factsOfRequired = (required: Sql, advertiser: Sql): Sql => sql`
  select array(select unnest(${required}) except select id from qualifications
      where id = any(${required}) and (advertiser is null or advertiser = ${advertiser})) as qualifications_unknown,
    array(select id from qualifications where id = any(${required}) and not has_score
      and (advertiser is null or advertiser = ${advertiser})) as qualifications_without_score,
    array(select id from qualifications where id = any(${required}) and advertiser is null) as qualifications_of_marketplace`
