import type { Ctx } from '../../platform/database/ctx.ts'
import { constraintOf } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { listedFor, mayCall } from '../actions-callers.ts'
import { admitted } from '../caller.ts'
import { type AssignableSubject, assignableSubjects, type NotedSubject, notedSubjects } from '../desk-subject.ts'
import {
  AssignedToOther,
  type Assignment,
  DeskRecordNotFound,
  decideView,
  type Note,
  noteOf,
  type SavedView,
  type SavedViewInput,
  SavedViewNameTaken,
  SavedViewNotFound,
  savedViewsMax,
  TooManySavedViews,
  viewNameOf,
} from './desk.ts'
import {
  type AssignmentFilter,
  assign,
  type DeskRecord,
  deleteView,
  insertNote,
  isOperator,
  lockAssignment,
  lockViews,
  readAssignment,
  readAssignments,
  readDeskParties,
  readNotes,
  readViews,
  release,
  renameView,
  saveView,
} from './sql.ts'

/** A record as a path names it. */
export type NamedRecord = { readonly subject: string; readonly id: number }

/** Returns the record with the accounts that it concerns. Throws DeskRecordNotFound. */
async function found<Subject extends AssignableSubject | NotedSubject>(
  { db }: Pick<Ctx, 'db'>,
  subjects: readonly Subject[],
  { subject: named, id }: NamedRecord,
): Promise<DeskRecord<Subject> & { readonly parties: readonly number[] }> {
  const subject = subjects.find((each) => each === named)
  const rows = subject === undefined ? [] : await readDeskParties(db, subject, id)
  if (subject === undefined || rows.length === 0) throw DeskRecordNotFound({})
  return { subject, id, parties: rows.map(({ account }) => account) }
}

export const listAssignments = (ctx: Ctx, filter: AssignmentFilter, page: Page): Promise<PageOf<Assignment>> =>
  listedFor(ctx, page, readAssignments(ctx.db, ctx.by, filter, page))

type Handover = {
  /** Null: nobody. */
  readonly assigneeId: number | null
  /** Who had it when the caller read it; null: nobody. */
  readonly formerId: number | null
}

/**
 * Gives a record of a queue to an operator, or to nobody. Of two at once, one gets it, and the other AssignedToOther. An operator whom the
 * record concerns cannot get it.
 */
export async function handOver(ctx: Ctx, named: NamedRecord, { assigneeId, formerId }: Handover): Promise<Assignment> {
  const { callerAccount: by } = await mayCall(ctx)
  const { parties, ...record } = await found(ctx, assignableSubjects, named)
  if (assigneeId !== null && (parties.includes(assigneeId) || !(await isOperator(ctx.db, assigneeId))))
    throw ValidationError([
      bodyError('assigneeId', 'unknown', {
        en: 'must be an operator whom this does not concern.',
        ru: 'должен быть оператором, которого это не касается.',
      }),
    ])
  return ctx.db.transaction(async (db) => {
    await lockAssignment(db, record)
    const before = await readAssignment(db, record)
    const present = before?.operator ?? null
    if (present !== assigneeId) {
      if (present !== formerId)
        throw AssignedToOther({ assigneeId: present, assigneeEmail: before?.operatorEmail ?? null })
      await (assigneeId === null ? release(db, { ...record, by }) : assign(db, { ...record, to: assigneeId, by }))
    }
    const after = await readAssignment(db, record)
    return after ?? { ...unassigned, subject: record.subject, subjectId: record.id }
  })
}

const unassigned = { id: null, operator: null, operatorEmail: null, assignedAt: null }

export async function listNotes(ctx: Ctx, named: NamedRecord, page: Page): Promise<PageOf<Note>> {
  await mayCall(ctx)
  const record = await found(ctx, notedSubjects, named)
  return listedFor(ctx, page, readNotes(ctx.db, ctx.by, record, page))
}

/** Writes a note on a record, which only operators whom it does not concern read. */
export async function writeNote(ctx: Ctx, named: NamedRecord, given: string): Promise<Note> {
  const { callerAccount: by } = await mayCall(ctx)
  const record = await found(ctx, notedSubjects, named)
  return insertNote(ctx.db, { ...record, text: noteOf(given), by })
}

export const ownViews = async (ctx: Ctx): Promise<readonly SavedView[]> =>
  admitted(ctx.by, await readViews(ctx.db, ctx.by)).rows

/** Saves a view for the caller; one with the same name is replaced. Throws TooManySavedViews. */
export async function keepView(ctx: Ctx, input: SavedViewInput): Promise<SavedView> {
  const { callerAccount } = await mayCall(ctx)
  const view = decideView(input)
  return ctx.db.transaction(async (db) => {
    await lockViews(db, callerAccount)
    const saved = await saveView(db, callerAccount, view)
    if (!saved) throw TooManySavedViews({ most: savedViewsMax })
    return saved
  })
}

/** Renames the caller's view. Throws SavedViewNotFound, SavedViewNameTaken. */
export async function nameView(ctx: Ctx, id: Id<'savedView'>, given: string): Promise<SavedView> {
  const { callerAccount } = await mayCall(ctx)
  const renamed = await renameView(ctx.db, callerAccount, id, viewNameOf(given)).catch((error: unknown) => {
    if (constraintOf(error) === 'saved_views_name_once') throw SavedViewNameTaken({})
    throw error
  })
  if (!renamed) throw SavedViewNotFound({})
  return renamed
}

/** Deletes the caller's view. Returns its last state. Throws SavedViewNotFound. */
export async function removeView(ctx: Ctx, id: Id<'savedView'>): Promise<SavedView> {
  const { callerAccount } = await mayCall(ctx)
  const deleted = await deleteView(ctx.db, callerAccount, id)
  if (!deleted) throw SavedViewNotFound({})
  return deleted
}
