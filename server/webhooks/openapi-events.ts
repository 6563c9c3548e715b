import { Type } from 'typebox'
import {
  shownAccepted,
  shownDisputed,
  shownRejected,
  shownReport,
  shownSentBack,
  shownWithdrawn,
} from '../executions/openapi-v1.ts'
import { shownLowBalance } from '../ledger/openapi.ts'
import { shownSubmittedTask, shownTask } from '../offers/openapi-v1.ts'
import { at } from '../values/example.ts'
import type { Id } from '../values/id.ts'
import type { Docs, WebhookDocs } from '../values/requests/operation.ts'
import { id, text } from '../values/requests/schema.ts'
import { allKinds, apiVersion, type EventKind } from './event.ts'
import { testKind, testPayload } from './events/payload-test.ts'
import { eventMembers, eventShapes } from './events/serialize.ts'

const told = ({ history: _, proofs, ...report }: typeof shownReport) => ({
  ...report,
  proofs: proofs.map(({ downloadUrl: __, ...proof }) => proof),
})
const { externalId, title, status, counts, totalLimit } = shownTask
const taskRef = { id: shownTask.id, externalId, title, status, counts, totalLimit }

type EventDoc = { readonly summary: string; readonly about: string; readonly time: string; readonly data: object }

/** What each kind tells, when, and an example of its data. */
const docsByEvent: Readonly<Record<EventKind, EventDoc>> = {
  'task.created': {
    summary: 'A task was made',
    about: 'In either group, as a draft or submitted at once; `source` says by which operation.',
    time: '09:00:00',
    data: { task: shownSubmittedTask, source: 'GroupB' },
  },
  'task.completed': {
    summary: 'A task has all the results that it asked for',
    about: 'Told behind the `report.accepted` that completed it. `summary` has what was spent, and what came back.',
    time: '11:40:00',
    data: {
      task: { ...shownTask, status: 'Completed' },
      completionReason: 'LimitReached',
      summary: { accepted: 200, rejected: 4, spent: 110, released: 0, currency: 'USD' },
    },
  },
  'report.submitted': {
    summary: 'Work waits for review',
    about:
      'Decide on it before `reviewDeadlineAtUtc`: then it is accepted by itself. `resubmission`: it was sent back, and is the revision after `previousRevision`.',
    time: '10:40:00',
    data: { report: told(shownReport), task: taskRef, resubmission: false, previousRevision: null },
  },
  'report.accepted': {
    summary: 'A report was accepted, and its executor paid',
    about: '`charged` is what it cost: reward, fee and add-ons.',
    time: '11:40:00',
    data: { report: told(shownAccepted), task: taskRef, decidedBy: 'Advertiser', charged: 0.55, currency: 'USD' },
  },
  'report.rejected': {
    summary: 'A report was refused',
    about: 'Its slot came back. The executor may appeal until `appealDeadlineAtUtc`.',
    time: '11:40:00',
    data: {
      report: told(shownRejected),
      task: taskRef,
      decidedBy: 'Advertiser',
      reasonCode: 'ProofMismatch',
      reason: shownRejected.decision?.reason,
      appealDeadlineAtUtc: '2026-03-08T11:40:00.000Z',
    },
  },
  'report.rework_requested': {
    summary: 'A report was sent back, to be done again',
    about: 'Told to those alone who name this kind. Not submitted again by `deadlineAtUtc`, it is rejected.',
    time: '11:40:00',
    data: {
      report: told(shownSentBack),
      task: taskRef,
      reason: shownSentBack.rework?.reason,
      deadlineAtUtc: shownSentBack.rework?.deadlineAtUtc,
    },
  },
  'report.withdrawn': {
    summary: 'An executor took submitted work back',
    about: 'Told to those alone who name this kind. Nothing is paid, and the slot is free again.',
    time: '11:45:00',
    data: { report: told(shownWithdrawn), task: taskRef },
  },
  'report.disputed': {
    summary: 'An executor appeals against a rejection',
    about: 'Told to those alone who name this kind. Answer it before `dispute.respondByUtc` of the report.',
    time: '11:50:00',
    data: { report: told(shownDisputed), task: taskRef, statement: 'The hours are on the second picture.' },
  },
  'task.moderated': {
    summary: 'A pending task was approved or rejected',
    about: 'Sent only if you name this kind. `task.moderation` has the same decision.',
    time: '09:30:00',
    data: { task: shownTask, decision: 'Approved', reasonCode: null, comment: null },
  },
  'task.paused': {
    summary: 'A task was paused',
    about:
      'Sent only if you name this kind, also if an operator takes over the pause of the advertiser. `reason` is the `statusReason` of the task.',
    time: '11:45:00',
    data: { task: { ...shownTask, status: 'Paused' }, pausedBy: 'Operator', reason: null },
  },
  'balance.low': {
    summary: 'The available balance fell below its threshold',
    about: 'Told once when it crosses the threshold, and again only after it was well above it.',
    time: '09:00:00',
    data: {
      balance: shownLowBalance,
      threshold: 10,
      previousAvailable: 117.4,
      trigger: 'TaskSubmitted',
      estimatedExhaustionAtUtc: null,
    },
  },
}

const exampleOf = (kind: EventKind) => ({
  id: `evt_${1001 + allKinds.indexOf(kind)}`,
  type: kind,
  timestamp: at(docsByEvent[kind].time).toISOString(),
  apiVersion,
  accountId: 17,
  sequence: 90_211 + allKinds.indexOf(kind),
  data: docsByEvent[kind].data,
})

/** `report.accepted` becomes ReportAcceptedEvent. */
const titleOf = (kind: EventKind): string =>
  `${kind.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const docsOf = (kind: EventKind): WebhookDocs => {
  const members = { ...eventMembers, type: Type.Literal(kind), data: eventShapes[kind] }
  const { summary, about } = docsByEvent[kind]
  return { summary, about, schema: Type.Object(members, { title: titleOf(kind) }), example: exampleOf(kind) }
}

const testExample = {
  event: 1042 as Id<'event'>,
  account: 17 as Id<'account'>,
  endpoint: 5 as Id<'endpoint'>,
  happenedAt: at('12:00:00'),
}

const testDocs: WebhookDocs = {
  summary: 'A test that you asked for',
  about:
    'Sent by `POST /v1/webhooks/{id}/test` to that webhook alone. `sequence` is 0: it is not an event of your account.',
  schema: Type.Object(
    { ...eventMembers, type: Type.Literal(testKind), data: Type.Object({ webhookId: id, message: text }) },
    { title: 'WebhookTestEvent' },
  ),
  example: JSON.parse(testPayload(testExample)),
}

/** What is sent to subscribers, by kind. */
export const eventDocs: Readonly<Record<string, WebhookDocs>> = {
  ...Object.fromEntries(allKinds.map((kind) => [kind, docsOf(kind)])),
  [testKind]: testDocs,
}

/** Group B: events, to be fetched. */
export const feedDocs: Docs = {
  'GET /v1/events': {
    id: 'listEvents',
    tag: 'Events',
    summary: 'List events behind one that is known',
    about:
      'In their order, without gaps, each as it was delivered. Ask again with `after` set to `nextAfter`. Events are kept for thirty days: where `oldestSequence` is greater than `after` + 1, you have missed those between.',
    answers: {
      200: {
        events: { items: [exampleOf('report.accepted')], nextAfter: 90_214, hasMore: false, oldestSequence: 61_007 },
      },
    },
  },
  'GET /v1/events/:id': {
    id: 'readEvent',
    tag: 'Events',
    summary: 'Read one event, as it was delivered',
    answers: { 200: { event: exampleOf('report.submitted') } },
    problems: ['event_not_found'],
  },
}
