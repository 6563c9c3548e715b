import type { Schema } from './schemas.ts'

/* Arguments that only tools have, and the members of answers that schemas show. */

export const sequenceSchema: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  description: 'Default 1. The same call acts once within 24 hours; raise it only to do the same once more on purpose.',
}

export const pageSizeDefault = 10
export const pageArguments: Readonly<Record<string, Schema>> = {
  page: { type: 'integer', description: 'From 1; default 1' },
  pageSize: { type: 'integer', description: `1 to 100; default ${pageSizeDefault}` },
}

/** What a program continues with after a change, and what it reads first. Answers have more members than their schemas describe. */
const changed = ['id', 'status', 'version', 'allowedActions']
export const changedTask = [...changed, 'budget', 'costPerAction', 'currency', 'moderation', 'pendingChange']
export const orderedTask = [...changedTask, 'warnings']
export const listedTask = [
  ...changedTask,
  'externalId',
  'offerPriceId',
  'title',
  'gender',
  'totalLimit',
  'counts',
  'endsAtUtc',
]
export const changedReport = [...changed, 'taskId', 'costPerAction', 'bonusTotal', 'currency']
export const listedReport = [...changedReport, 'taskTitle', 'executor', 'flags', 'reviewDeadlineAtUtc', 'untrusted']
export const openedReport = [
  ...listedReport,
  'revision',
  'workSeconds',
  'decision',
  'dispute',
  'rework',
  'appealDeadlineAtUtc',
]

const priced = [
  'id',
  'code',
  'name',
  'rewardPerAction',
  'costPerAction',
  'currency',
  'detailsMode',
  'offerDetailsSchema',
]
export const orderable = [...priced, 'reward', 'proofs']
/** The contract has the kinds of pages; this one does for most work. */
export const pageSchema: Schema = {
  type: 'object',
  description:
    'For items: { "kind": "form", "answerSchema": JSON Schema, "show": [{ "kind": "image", "value": "{{member of data}}" }] }',
}
/** The contract describes items in words, because each is checked by itself. */
export const itemsSchema: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { externalId: { type: 'string' }, data: { type: 'object' } },
    required: ['data'],
  },
}
export const changedItems = ['taskId', 'totalLimit', 'itemCounts', 'items']
