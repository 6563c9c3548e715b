import type { Id } from '../../values/id.ts'
import { bodyError, conflict, missing, ValidationError } from '../../values/problems/problem.ts'
import { tidyText } from '../../values/requests/texts.ts'
import { isRequired } from '../../values/sentences.ts'
import type { AssignableSubject, NotedSubject } from '../desk-subject.ts'

export const noteLengthMax = 4_000
export const savedViewsMax = 50
export const viewNameMax = 60
export const viewQueryMax = 1_000

/** A record of a queue and the operator who has it. */
export type Assignment = {
  readonly id: Id<'assignment'> | null
  readonly subject: AssignableSubject
  readonly subjectId: number
  /** Null: nobody, also if the account is no longer an operator. */
  readonly operator: Id<'account'> | null
  readonly operatorEmail: string | null
  readonly assignedAt: Date | null
}

export type Note = {
  readonly id: Id<'note'>
  readonly subject: NotedSubject
  readonly subjectId: number
  readonly author: Id<'account'>
  readonly authorEmail: string | null
  readonly text: string
  readonly createdAt: Date
}

export type SavedView = {
  readonly id: Id<'savedView'>
  readonly name: string
  readonly page: string
  readonly query: string
  readonly updatedAt: Date
}
export type SavedViewInput = Pick<SavedView, 'name' | 'page' | 'query'>

export const DeskRecordNotFound = missing('desk_record_not_found', 'Record not found', 'There is no such record.')
export const AssignedToOther = conflict<{ assigneeId: number | null; assigneeEmail: string | null }>(
  'assigned_to_other',
  'Another operator was faster',
  ({ assigneeEmail }) => `The record is now with ${assigneeEmail ?? 'nobody'}. Send the present one as formerId.`,
)
export const SavedViewNotFound = missing(
  'saved_view_not_found',
  'View not found',
  'You have no saved view with this id.',
)
export const SavedViewNameTaken = conflict('saved_view_name_taken', 'Name taken', 'Another saved view has this name.')
export const TooManySavedViews = conflict<{ most: number }>(
  'too_many_saved_views',
  'Too many saved views',
  ({ most }) => `The limit is ${most} saved views per operator. Delete one first.`,
)

/** Returns a name as it is stored. Throws ValidationError if it is blank. */
export function viewNameOf(given: string): string {
  const name = tidyText(given).replace(/\s+/g, ' ')
  if (name === '') throw ValidationError([bodyError('name', 'required', isRequired)])
  return name
}

/** Returns a view as it is stored. Throws ValidationError for filters by an e-mail address: it would outlive an erasure. */
export function decideView({ name, page, query }: SavedViewInput): SavedViewInput {
  if (/@|%40/i.test(query))
    throw ValidationError([
      bodyError('query', 'personal', {
        en: 'must not contain an e-mail address. Filter by the number of the account.',
        ru: 'нельзя сохранять адрес электронной почты. Отберите по номеру учётной записи.',
      }),
    ])
  return { name: viewNameOf(name), page, query }
}

/** Returns a note as it is stored. Throws ValidationError if it is blank. */
export function noteOf(given: string): string {
  const text = tidyText(given)
  if (text === '') throw ValidationError([bodyError('text', 'required', isRequired)])
  return text
}
