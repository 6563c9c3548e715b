import { pageWith } from '../values/example.ts'
import { docsIn } from '../values/requests/operation.ts'
import {
  archivedExample,
  draftExample,
  limitsExample,
  offerExample,
  pausedExample,
  submittedExample,
  taskOrderExample,
} from './openapi-examples.ts'
import { taskJson } from './serialize-task.ts'

const own = ['task_not_found']
const orderProblems = [
  'unknown_price',
  'price_inactive',
  'unknown_country',
  'unknown_add_on',
  'unknown_list',
  'unknown_qualification',
  'details_invalid',
  'reward_per_hour_too_low',
]

const estimateExample = {
  rewardPerAction: 0.5,
  feePerAction: 0.05,
  addOnCostPerAction: 0,
  costPerAction: 0.55,
  totalCost: 110,
  currency: 'USD',
  totalLimit: 200,
  available: 152.5,
  sufficient: true,
  hoursToFill: 9,
  feeChange: { feePercent: 12, holdsFromUtc: '2026-04-01T00:00:00.000Z' },
}

const titleError = { pointer: '#/title', field: 'title', code: 'min_length', detail: 'must have at least 1 character.' }
const bulkExample = {
  results: [
    { status: 201, task: taskJson.serialize(submittedExample) },
    {
      status: 400,
      problem: {
        type: 'https://market.example.com/problems/validation_error',
        title: 'Invalid request',
        detail: 'title: must have at least 1 character.',
        code: 'validation_error',
        status: 400,
        errors: [titleError],
      },
    },
  ],
}

/** The task as events show it. */
export const taskExample = taskJson.serialize(offerExample)
export const submittedTaskExample = taskJson.serialize(submittedExample)

export const taskDocs = docsIn('Tasks', {
  'POST /v1/tasks': {
    id: 'createTask',
    summary: 'Create a task',
    about:
      'Submits the task and holds its full cost, unless `draft` is true. It can be reserved from `startsAtUtc` until `endsAtUtc`; then it completes once all work has ended, and unused money is released. `autoAcceptRules` accept reports without review. Fails if the cost exceeds `maxCost`.',
    body: {
      task: taskOrderExample,
      draft: { ...taskOrderExample, draft: true },
      bounded: { ...taskOrderExample, maxCost: 150 },
      limited: { ...taskOrderExample, ...limitsExample },
    },
    answers: {
      201: { submitted: taskJson.serialize(submittedExample), draft: taskJson.serialize(draftExample) },
    },
    problems: [
      ...orderProblems,
      'no_items_added',
      'sanctioned',
      'insufficient_funds',
      'debt_unsettled',
      'daily_spend_max_exceeded',
      'external_id_taken',
      'max_cost_exceeded',
      'storage_limit_reached',
    ],
  },
  'POST /v1/tasks/bulk': {
    id: 'createTasks',
    summary: 'Create up to 100 tasks',
    about:
      'Creates each task as `POST /v1/tasks` does, in order, and answers with the result of each. One that is refused does not prevent the others. The request counts as one request for each task. With an `Idempotency-Key`, all are created in one transaction, so that the repeated request creates none twice; without a key, each is created alone.',
    body: { tasks: { tasks: [taskOrderExample, { ...taskOrderExample, title: '' }] } },
    answers: { 200: { results: bulkExample } },
  },
  'POST /v1/tasks/estimate': {
    id: 'estimateTask',
    summary: 'Estimate the cost of a task',
    about:
      'Takes the body of `POST /tasks`, and returns the cost and whether the balance covers it. Creates and holds nothing. Fails for the same reasons, except for insufficient funds; `draft` changes nothing.',
    body: { task: taskOrderExample, bounded: { ...taskOrderExample, maxCost: 150 } },
    answers: { 200: { estimate: estimateExample } },
    problems: [...orderProblems, 'external_id_taken', 'max_cost_exceeded'],
  },
  'GET /v1/tasks': {
    id: 'listTasks',
    summary: 'List your tasks',
    about: 'Omits archived tasks, unless `includeArchived` or their status is given. Newest first by default.',
    answers: { 200: { page: taskJson.serializePage(pageWith(offerExample)) } },
  },
  'GET /v1/tasks/:id': {
    id: 'getTask',
    summary: 'Read a task with its counts and budget',
    answers: { 200: { active: taskJson.serialize(offerExample) } },
    problems: own,
  },
  'PATCH /v1/tasks/:id': {
    id: 'updateTask',
    summary: 'Update a task',
    about:
      'Changes only the members present (RFC 7396), as far as the status allows: `editableMembers` names those that can change. `status` submits (`PendingModeration`), withdraws (`Draft`), pauses (`Paused`) and resumes (`Active`).',
    body: {
      more: { totalLimit: 300, version: 4 },
      pause: { status: 'Paused' },
      limits: { hourlyLimit: 20, endsAtUtc: '2026-04-01T00:00:00.000Z' },
      words: { title: 'Find the opening hours of a gallery', metadata: { campaign: null } },
    },
    answers: { 200: { paused: taskJson.serialize(pausedExample) } },
    problems: [
      ...own,
      ...orderProblems,
      'max_cost_exceeded',
      'max_cost_required',
      'task_not_editable',
      'task_state_conflict',
      'no_items_added',
      'import_running',
      'offers_paused',
      'offer_ended',
      'sanctioned',
      'version_conflict',
      'external_id_taken',
      'insufficient_funds',
      'debt_unsettled',
      'daily_spend_max_exceeded',
    ],
  },
  'DELETE /v1/tasks/:id': {
    id: 'archiveTask',
    summary: 'Archive a task',
    about:
      'Releases money held for free slots at once, and for reserved or reviewed slots when they end. Repeating it returns the same result.',
    answers: { 200: { archived: taskJson.serialize(archivedExample) } },
    problems: [...own, 'task_state_conflict'],
  },
})
