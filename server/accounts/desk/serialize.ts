import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, oneOrMore, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { assignableSubjects, assignedFilters, notedSubjects } from '../desk-subject.ts'
import type { Assignment, Note, SavedView } from './desk.ts'

export const assignmentJson = serializer<Assignment>({ title: 'Assignment' })({
  id: nullable(Type.Integer({ description: 'null: nobody has it' })),
  subject: known('AssignableSubject', assignableSubjects, 'A reported offer is an offer'),
  subjectId: id,
  assigneeId: [nullable(Type.Integer({ description: 'The operator who has it; null: nobody' })), 'operator'],
  assigneeEmail: [nullable(text), 'operatorEmail'],
  assignedAtUtc: nullable(instant),
  allowedActions: [arrayOf(text), ({ operator }) => (operator === null ? ['Assign'] : ['Assign', 'Release'])],
})

export const noteJson = serializer<Note>({ title: 'Note' })({
  id,
  subject: known('NotedSubject', notedSubjects),
  subjectId: id,
  authorId: [id, 'author'],
  authorEmail: nullable(text),
  text,
  createdAtUtc: instant,
  allowedActions: [arrayOf(text), () => []],
})

export const savedViewJson = serializer<SavedView>({ title: 'SavedView' })({
  id,
  name: text,
  page: Type.String({ description: 'Path of the page of the console' }),
  query: Type.String({ description: 'Its filters, as in the address' }),
  updatedAtUtc: instant,
  allowedActions: [arrayOf(text), () => ['Rename', 'Delete']],
})
export const savedViewsSchema = Type.Object({ items: Type.Array(savedViewJson.schema) }, { title: 'SavedViews' })
export const serializeSavedViews = (views: readonly SavedView[]) => ({
  items: views.map((view) => savedViewJson.serialize(view)),
})

/** The filter of a queue by who has its entries. */
export const assignedFilter = Type.Optional(
  Type.Enum([...assignedFilters], { description: 'Entries of the caller, or of nobody. Without it, all' }),
)
export const subjectsFilter = oneOrMore(assignableSubjects)
