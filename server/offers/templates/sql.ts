import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { type TaskTemplate, type TemplateInput, templatesMax } from './template.ts'

const columns = sql`id, name, content, updated_at`

/** Selects the caller's templates, the one that was saved last first. */
export const readTemplates = (db: Db, by: By) =>
  forCaller<TaskTemplate>(db, by)`
    select ${columns} from task_templates where advertiser = caller.caller_account order by updated_at desc, id desc`

/** Serializes the saving of an account's templates until the transaction ends, so that their number stays within the limit. */
export const lockTemplates = (db: Db, advertiser: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('templates of ' || ${advertiser}::bigint, 0))`)

/** Inserts a template, or replaces the one with its name. Returns no row if the account has the maximum number of templates. */
export const saveTemplate = (db: Db, advertiser: Id<'account'>, { name, content }: TemplateInput) =>
  db.maybe<TaskTemplate>(sql`
    insert into task_templates (advertiser, name, content, created_at, updated_at)
    select ${advertiser}::bigint, ${name}, ${JSON.stringify(content)}::jsonb, ${db.now()}, ${db.now()}
    where (select count(*) from task_templates where advertiser = ${advertiser}::bigint and name <> ${name}) < ${templatesMax}::integer
    on conflict (advertiser, name) do update set content = excluded.content, updated_at = excluded.updated_at
    returning ${columns}`)

/** Deletes the account's template. Returns no row if it has none with this id. */
export const deleteTemplate = (db: Db, advertiser: Id<'account'>, id: Id<'template'>) =>
  db.maybe<TaskTemplate>(sql`
    delete from task_templates where id = ${id}::bigint and advertiser = ${advertiser}::bigint returning ${columns}`)
