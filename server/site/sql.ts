import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { SiteRow, SiteValues, StoredTexts } from './site.ts'

const columns = sql`version, brand_name, accent_color, logo, pay_days, texts, updated_at`

export const readSite = (db: Db) => db.one<SiteRow>(sql`select ${columns} from site`)

/** Reads the name and the texts, without the logo. */
export const readTexts = (db: Db) =>
  db.one<Pick<SiteRow, 'brandName' | 'texts'>>(sql`select brand_name, texts from site`)

/** Locks the site until the transaction ends. */
export const lockSite = (db: Db) => db.one<SiteRow>(sql`select ${columns} from site for update`)

export type NewSite = SiteValues & {
  readonly texts: StoredTexts
  readonly by: Id<'account'> | null
  readonly changes: object
}

/** Writes the next version of the site and who changed it. There is one site, so it has no id. */
export const writeSite = (db: Db, { brandName, accentColor, logo, payDays, texts, by, changes }: NewSite) =>
  db.one<SiteRow>(sql`
    with changed as (
      update site set version = version + 1, brand_name = ${brandName}::text,
        accent_color = ${accentColor}::text, logo = ${logo}::text,
        pay_days = ${payDays === null ? null : JSON.stringify(payDays)}::jsonb, texts = ${JSON.stringify(texts)}::jsonb,
        updated_at = ${db.now()}
      returning ${columns}
    ),
    decided as (${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'site.change' as action, 'site' as subject,
        0::bigint as subject_id, null::bigint as owner, null::text as reason, ${JSON.stringify(changes)}::jsonb as data
      from changed`})
    select ${columns} from changed`)
