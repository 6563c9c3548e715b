import { pageWith } from '../values/example.ts'
import type { Docs } from '../values/requests/operation.ts'
import {
  archivedExample,
  draftExample,
  limitsExample,
  offerExample,
  pausedExample,
  submittedExample,
  taskOrderExample,
} from './openapi-examples.ts'
import { serializeTask, serializeTasks } from './serialize-task.ts'

const tag = 'Tasks'
const own = ['task_not_found']
const orderProblems = [
  'unknown_price',
  'price_inactive',
  'unknown_country',
  'unknown_add_on',
  'unknown_list',
  'details_invalid',
]

const estimateExample = {
  dryRun: true,
  rewardPerAction: 0.5,
  feePerAction: 0.05,
  addOnCostPerAction: 0,
  costPerAction: 0.55,
  totalCost: 110,
  currency: 'USD',
  totalLimit: 200,
  available: 152.5,
  sufficient: true,
}

/** The task as events tell it. */
export const shownTask = serializeTask(offerExample)
export const shownSubmittedTask = serializeTask(submittedExample)

/** Group B: tasks. */
export const taskDocs: Docs = {
  'POST /v1/tasks': {
    id: 'createTask',
    tag,
    summary: 'Make a task',
    about:
      'It is submitted at once, and its whole cost held, unless `draft` is true. From `startsAtUtc` on it can be reserved, until `endsAtUtc`: then it is completed as soon as nobody works on it any more, and what is left of its money comes back. `autoAcceptRules` accept a report without your looking at it. With `dryRun` nothing is made, and the answer is 200 with what it would cost and whether there is enough to pay it. Above `maxCost` it is refused.',
    body: {
      task: taskOrderExample,
      draft: { ...taskOrderExample, draft: true },
      estimate: { ...taskOrderExample, dryRun: true },
      bounded: { ...taskOrderExample, maxCost: 150 },
      limited: { ...taskOrderExample, ...limitsExample },
    },
    answers: {
      200: { estimate: estimateExample },
      201: { submitted: serializeTask(submittedExample), draft: serializeTask(draftExample) },
    },
    problems: [...orderProblems, 'sanctioned', 'insufficient_funds', 'external_id_taken', 'max_cost_exceeded'],
  },
  'GET /v1/tasks': {
    id: 'listTasks',
    tag,
    summary: 'List own tasks',
    about: 'Archived ones with `includeArchived`, or by their status. The newest first, unless `sort` says otherwise.',
    answers: { 200: { page: serializeTasks(pageWith(offerExample)) } },
  },
  'GET /v1/tasks/:id': {
    id: 'readTask',
    tag,
    summary: 'Read a task, with its counts and its budget',
    answers: { 200: { active: serializeTask(offerExample) } },
    problems: own,
  },
  'PATCH /v1/tasks/:id': {
    id: 'updateTask',
    tag,
    summary: 'Change a task',
    about:
      'Only the members that are present change (RFC 7396). What can change depends on the status; a price never changes. `status` submits (`PendingModeration`), withdraws (`Draft`), pauses (`Paused`) and resumes (`Active`).',
    body: {
      more: { totalLimit: 300, version: 4 },
      pause: { status: 'Paused' },
      limits: { hourlyLimit: 20, endsAtUtc: '2026-04-01T00:00:00.000Z' },
      words: { title: 'Find the opening hours of a gallery', metadata: { campaign: null } },
    },
    answers: { 200: { paused: serializeTask(pausedExample) } },
    problems: [
      ...own,
      ...orderProblems,
      'not_supported',
      'task_not_editable',
      'task_state_conflict',
      'offers_paused',
      'offer_ended',
      'sanctioned',
      'version_conflict',
      'external_id_taken',
      'insufficient_funds',
    ],
  },
  'DELETE /v1/tasks/:id': {
    id: 'archiveTask',
    tag,
    summary: 'Archive a task',
    about:
      'What is held for free slots comes back at once; for slots that are reserved or under review it stays until they end. Repeated, it answers the same.',
    answers: { 200: { archived: serializeTask(archivedExample) } },
    problems: [...own, 'task_state_conflict'],
  },
}
