import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { Assignment, Note, SavedView } from './desk.ts'
import { assignmentJson, noteJson, savedViewJson, serializeSavedViews } from './serialize.ts'

const assignment: Assignment = {
  id: idOf(8),
  subject: 'withdrawal',
  subjectId: 12,
  operator: idOf(3),
  operatorEmail: 'olga@example.com',
  assignedAt: at('10:00:00'),
}
const released: Assignment = { ...assignment, operator: null, operatorEmail: null, assignedAt: null }
const note: Note = {
  id: idOf(21),
  subject: 'account',
  subjectId: 17,
  author: idOf(3),
  authorEmail: 'olga@example.com',
  text: 'Called on Monday: the invoice follows.',
  createdAt: at('10:00:00'),
}
const view: SavedView = {
  id: idOf(2),
  name: 'Mine to decide',
  page: '/operator/withdrawals',
  query: 'assigned=Mine&status=Requested',
  updatedAt: at('10:00:00'),
}

export const deskDocs = docsIn('Operations', {
  'GET /api/operator/assignments': {
    id: 'listAssignments',
    summary: 'List which operators have which entries of the queues, newest first',
    about: 'Filters: `subject` and `subjectId`. Entries of nobody are left out.',
    answers: { 200: { page: assignmentJson.serializePage(pageWith(assignment)) } },
  },
  'PUT /api/operator/assignments/:subject/:id': {
    id: 'replaceAssignment',
    summary: 'Give an entry of a queue to an operator, or to nobody',
    about:
      '`subject` is `offer`, `dispute`, `withdrawal` or `operatorRequest`. Takes effect only if `formerId` still has it: of two operators at once, one gets it. Other operators can still decide on the entry.',
    body: { take: { assigneeId: 3, formerId: null }, release: { assigneeId: null, formerId: 3 } },
    answers: {
      200: { taken: assignmentJson.serialize(assignment), released: assignmentJson.serialize(released) },
    },
    problems: ['assigned_to_other', 'desk_record_not_found'],
  },
  'GET /api/operator/notes/:subject/:id': {
    id: 'listNotes',
    summary: 'List the internal notes on a record, newest first',
    about:
      '`subject` is `account`, `offer`, `dispute` or `withdrawal`. Operators whom the record concerns cannot read them.',
    answers: { 200: { page: noteJson.serializePage(pageWith(note)) } },
    problems: ['desk_record_not_found'],
  },
  'POST /api/operator/notes/:subject/:id': {
    id: 'writeNote',
    summary: 'Write an internal note on a record',
    about:
      'Only operators read it, as plain text. It is erased with any account that the record concerns. The audit log says that it was written, but not its text.',
    body: { note: { text: note.text } },
    answers: { 201: { note: noteJson.serialize(note) } },
    problems: ['desk_record_not_found'],
  },
  'GET /api/operator/saved-views': {
    id: 'listSavedViews',
    summary: 'List your saved views, by name',
    about: 'All of them. A view is a page of the console with its filters.',
    answers: { 200: { views: serializeSavedViews([view]) } },
  },
  'POST /api/operator/saved-views': {
    id: 'saveView',
    summary: 'Save a view',
    about: 'Replaces the one with the same name.',
    body: { view: { name: view.name, page: view.page, query: view.query } },
    answers: { 200: { view: savedViewJson.serialize(view) } },
    problems: ['too_many_saved_views'],
  },
  'PATCH /api/operator/saved-views/:id': {
    id: 'updateSavedView',
    summary: 'Rename a saved view',
    body: { name: { name: 'Withdrawals of mine' } },
    answers: { 200: { view: savedViewJson.serialize({ ...view, name: 'Withdrawals of mine' }) } },
    problems: ['saved_view_name_taken', 'saved_view_not_found'],
  },
  'DELETE /api/operator/saved-views/:id': {
    id: 'deleteView',
    summary: 'Delete a saved view',
    answers: { 200: { view: savedViewJson.serialize(view) } },
    problems: ['saved_view_not_found'],
  },
})
