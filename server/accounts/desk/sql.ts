import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { AssignableSubject, DeskSubject, NotedSubject } from '../desk-subject.ts'
import { emailOf } from '../sql-fragments.ts'
import { forCaller } from '../sql-fragments-callers.ts'
import { deskParties, isOperators } from '../sql-fragments-desk.ts'
import { type Assignment, type Note, type SavedView, type SavedViewInput, savedViewsMax } from './desk.ts'

/** Selects the accounts that a record concerns; none if there is no such record. */
export const readDeskParties = (db: Db, subject: DeskSubject, id: number) =>
  db.many<{ readonly account: Id<'account'> }>(deskParties[subject](id))

/** What the audit log calls these records. */
const audited: Readonly<Record<DeskSubject, string>> = {
  account: 'account',
  offer: 'task',
  dispute: 'dispute',
  withdrawal: 'withdrawal',
  operatorRequest: 'operator_request',
}

export type DeskRecord<Subject extends DeskSubject> = { readonly subject: Subject; readonly id: number }

type Decided = { readonly action: string; readonly by: Id<'account'>; readonly data: object }
const decision = (db: Db, { subject, id }: DeskRecord<DeskSubject>, { action, by, data }: Decided): Sql =>
  recordDecisions(db)`
    select 'operator' as actor, ${by}::bigint as account, ${action} as action, ${audited[subject]} as subject,
      ${id}::bigint as subject_id, null::bigint as owner, null::text as reason, ${JSON.stringify(data)}::jsonb as data`

/** Serializes changes of who has a record until the transaction ends. */
export const lockAssignment = (db: Db, { subject, id }: DeskRecord<AssignableSubject>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('desk ' || ${subject} || ' ' || ${id}::bigint, 0))`)

const assignmentColumns = sql`desk_assignments.id, subject, subject_id, case when ${isOperators} then operator end as operator,
  case when ${isOperators} then ${emailOf(sql`operator`)} end as operator_email, assigned_at`

export const readAssignment = (db: Db, { subject, id }: DeskRecord<AssignableSubject>) =>
  db.maybe<Assignment>(sql`
    select ${assignmentColumns} from desk_assignments where subject = ${subject} and subject_id = ${id}::bigint`)

export const isOperator = (db: Db, account: number) =>
  db.maybe<{ readonly id: number }>(sql`
    select id from accounts where id = ${account}::bigint and 'Operator' = any(roles)`)

type NewAssignment = DeskRecord<AssignableSubject> & { readonly to: number; readonly by: Id<'account'> }

/** Gives a record to an operator. */
export const assign = (db: Db, { subject, id, to, by }: NewAssignment) =>
  db.run(sql`
    with made as (
      insert into desk_assignments (subject, subject_id, operator, assigned_by, assigned_at)
      values (${subject}, ${id}::bigint, ${to}::bigint, ${by}::bigint, ${db.now()})
      on conflict (subject, subject_id) do update set operator = excluded.operator, assigned_by = excluded.assigned_by,
        assigned_at = excluded.assigned_at)
    ${decision(db, { subject, id }, { action: 'desk.assign', by, data: { operator: to } })}`)

export const release = (db: Db, { subject, id, by }: Omit<NewAssignment, 'to'>) =>
  db.run(sql`
    with gone as (delete from desk_assignments where subject = ${subject} and subject_id = ${id}::bigint)
    ${decision(db, { subject, id }, { action: 'desk.release', by, data: {} })}`)

export type AssignmentFilter = {
  readonly subject?: readonly string[] | undefined
  readonly subjectId?: readonly number[] | undefined
}

/** Selects a page of what operators have, newest first. */
export const readAssignments = (db: Db, by: By, { subject, subjectId }: AssignmentFilter, page: Page) => {
  const condition = every([
    isOperators,
    ...when(subject, sql`subject = any(${subject}::text[])`),
    ...when(subjectId, sql`subject_id = any(${subjectId}::bigint[])`),
  ])
  const list = {
    columns: assignmentColumns,
    from: sql`from desk_assignments where ${condition}`,
    order: newestFirst(sql`desk_assignments.id`),
  }
  return forCaller<Assignment & PagedRow>(db, by)`${pageOfList(list, page)}`
}

const noteColumns = sql`id, subject, subject_id, author, ${emailOf(sql`desk_notes.author`)} as author_email, text, created_at`

/** Selects a page of the notes on a record, newest first. */
export const readNotes = (db: Db, by: By, { subject, id }: DeskRecord<NotedSubject>, page: Page) => {
  const from = sql`from desk_notes where subject = ${subject} and subject_id = ${id}::bigint`
  return forCaller<Note & PagedRow>(
    db,
    by,
  )`${pageOfList({ columns: noteColumns, from, order: newestFirst(sql`id`) }, page)}`
}

type NewNote = DeskRecord<NotedSubject> & {
  readonly parties: readonly number[]
  readonly text: string
  readonly by: Id<'account'>
}

/** Inserts a note. The audit log says that one was written, but not its text. */
export const insertNote = (db: Db, { subject, id, parties: concerned, text, by }: NewNote) =>
  db.one<Note>(sql`
    with made as (
      insert into desk_notes (subject, subject_id, parties, author, text, created_at)
      values (${subject}, ${id}::bigint, ${concerned}::bigint[], ${by}::bigint, ${text}, ${db.now()}) returning *),
    audit as (${decision(db, { subject, id }, { action: 'desk.note', by, data: {} })})
    select ${noteColumns} from made desk_notes`)

const viewColumns = sql`id, name, page, query, updated_at`

/** Selects the caller's saved views by name. */
export const readViews = (db: Db, by: By) =>
  forCaller<SavedView>(db, by)`
    select ${viewColumns} from saved_views where account = caller.caller_account order by name, id`

/** Serializes the saving of an operator's views until the transaction ends, so that their number stays within the limit. */
export const lockViews = (db: Db, account: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('views of ' || ${account}::bigint, 0))`)

/** Inserts a view, or replaces the one with its name. Returns no row if the account has the maximum number of views. */
export const saveView = (db: Db, account: Id<'account'>, { name, page, query }: SavedViewInput) =>
  db.maybe<SavedView>(sql`
    insert into saved_views (account, name, page, query, updated_at)
    select ${account}::bigint, ${name}, ${page}, ${query}, ${db.now()}
    where (select count(*) from saved_views where account = ${account}::bigint and name <> ${name}) < ${savedViewsMax}::integer
    on conflict (account, name) do update set page = excluded.page, query = excluded.query, updated_at = excluded.updated_at
    returning ${viewColumns}`)

export const renameView = (db: Db, account: Id<'account'>, id: Id<'savedView'>, name: string) =>
  db.maybe<SavedView>(sql`
    update saved_views set name = ${name}, updated_at = ${db.now()}
    where id = ${id}::bigint and account = ${account}::bigint returning ${viewColumns}`)

export const deleteView = (db: Db, account: Id<'account'>, id: Id<'savedView'>) =>
  db.maybe<SavedView>(sql`
    delete from saved_views where id = ${id}::bigint and account = ${account}::bigint returning ${viewColumns}`)
