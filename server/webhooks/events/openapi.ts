import { Type } from 'typebox'
import {
  shownAccepted,
  shownDisputed,
  shownRejected,
  shownReport,
  shownSentBack,
  shownWithdrawn,
} from '../../executions/openapi-v1.ts'
import { lowBalanceExample } from '../../ledger/openapi.ts'
import { submittedTaskExample, taskExample } from '../../offers/openapi-v1.ts'
import { at } from '../../values/example.ts'
import type { Id } from '../../values/id.ts'
import { docsIn, type WebhookDocs } from '../../values/requests/operation.ts'
import { id, text } from '../../values/requests/schema.ts'
import { allKinds, apiVersion, type EventKind } from './event.ts'

import { eventMembers } from './serialize.ts'
import { eventShapes } from './serialize-shapes.ts'
import { challengeKind, type TrialKind, testKind, trialPayload } from './trial-event.ts'

const asSent = ({ history: _, proofs, ...report }: typeof shownReport) => ({
  ...report,
  proofs: proofs.map(({ downloadUrl: __, ...proof }) => proof),
})
const { externalId, title, status, counts, totalLimit, version } = taskExample
const taskRef = { id: taskExample.id, externalId, title, status, counts, totalLimit, version }

type EventDoc = { readonly summary: string; readonly about: string; readonly time: string; readonly data: object }

/** For each kind: its meaning, when it is sent, and example data. */
const docsByEvent: Readonly<Record<EventKind, EventDoc>> = {
  'task.created': {
    summary: 'Task created',
    about: 'In either group, as a draft or submitted; `source` names the operation.',
    time: '09:00:00',
    data: { task: submittedTaskExample, source: 'GroupB' },
  },
  'task.completed': {
    summary: 'Task completed',
    about: 'Sent after the `report.accepted` that completed it. `summary` has the amounts spent and released.',
    time: '11:40:00',
    data: {
      task: { ...taskExample, status: 'Completed' },
      completionReason: 'limit_reached',
      summary: { accepted: 200, rejected: 4, spent: 110, released: 0, currency: 'USD' },
    },
  },
  'report.submitted': {
    summary: 'Report submitted for review',
    about:
      'Decide before `reviewDeadlineAtUtc`, or it is auto-accepted. `resubmission`: it was returned for rework, and follows `previousRevision`.',
    time: '10:40:00',
    data: { report: asSent(shownReport), task: taskRef, resubmission: false, previousRevision: null },
  },
  'report.accepted': {
    summary: 'Report accepted and its executor paid',
    about: '`charged` is the cost: reward, fee and add-ons.',
    time: '11:40:00',
    data: { report: asSent(shownAccepted), task: taskRef, decidedBy: 'Advertiser', charged: 0.55, currency: 'USD' },
  },
  'report.rejected': {
    summary: 'Report rejected',
    about: 'Its slot is free again. The executor can appeal until `appealDeadlineAtUtc`.',
    time: '11:40:00',
    data: {
      report: asSent(shownRejected),
      task: taskRef,
      decidedBy: 'Advertiser',
      reasonCode: 'ProofMismatch',
      reason: shownRejected.decision?.reason,
      appealDeadlineAtUtc: '2026-03-08T11:40:00.000Z',
    },
  },
  'report.rework_requested': {
    summary: 'Report returned for rework',
    about: 'Sent only if you list this type. It is rejected if not resubmitted by `deadlineAtUtc`.',
    time: '11:40:00',
    data: {
      report: asSent(shownSentBack),
      task: taskRef,
      reason: shownSentBack.rework?.reason,
      deadlineAtUtc: shownSentBack.rework?.deadlineAtUtc,
    },
  },
  'report.withdrawn': {
    summary: 'Report withdrawn by its executor',
    about: 'Sent only if you list this type. Nothing is paid, and the slot is free again.',
    time: '11:45:00',
    data: { report: asSent(shownWithdrawn), task: taskRef },
  },
  'report.disputed': {
    summary: 'Rejection appealed',
    about: 'Sent only if you list this type. Answer before `dispute.respondByUtc` of the report.',
    time: '11:50:00',
    data: { report: asSent(shownDisputed), task: taskRef, statement: 'The hours are on the second picture.' },
  },
  'task.moderated': {
    summary: 'Task approved or rejected',
    about: 'Sent only if you list this type. `task.moderation` has the same decision.',
    time: '09:30:00',
    data: { task: taskExample, decision: 'Approved', reasonCode: null, comment: null },
  },
  'task.paused': {
    summary: 'Task paused',
    about:
      "Sent only if you list this type, also if an operator takes over the advertiser's pause. `reason` is the `statusReason` of the task.",
    time: '11:45:00',
    data: { task: { ...taskExample, status: 'Paused' }, pausedBy: 'Operator', reason: null },
  },
  'task.archived': {
    summary: 'Task archived',
    about:
      'Sent only if you list this type. `summary` has the final counts and amounts; `held` pays for open work and appeals, whose reports have events of their own.',
    time: '11:55:00',
    data: {
      task: { ...taskExample, status: 'Archived' },
      summary: { accepted: 120, rejected: 4, spent: 66, released: 41.8, currency: 'USD', held: 2.2 },
    },
  },
  'balance.low': {
    summary: 'Available balance below its threshold',
    about: 'Sent once when it falls below the threshold, and again only after it has recovered well above it.',
    time: '09:00:00',
    data: {
      balance: lowBalanceExample,
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
  livemode: true,
  accountId: 17,
  sequence: 90_211 + allKinds.indexOf(kind),
  data: docsByEvent[kind].data,
})

/** `report.accepted` becomes ReportAcceptedEvent. */
const titleOf = (kind: EventKind): string =>
  `${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const docsOf = (kind: EventKind): WebhookDocs => {
  const members = { ...eventMembers, type: Type.Literal(kind), data: eventShapes[kind] }
  const { summary, about } = docsByEvent[kind]
  return { summary, about, schema: Type.Object(members, { title: titleOf(kind) }), example: exampleOf(kind) }
}

const trialExample = (kind: TrialKind) => ({
  kind,
  event: 1042 as Id<'event'>,
  account: 17 as Id<'account'>,
  endpoint: 5 as Id<'endpoint'>,
  happenedAt: at('12:00:00'),
  livemode: true,
})

const testDocs: WebhookDocs = {
  summary: 'Test event',
  about:
    'Sent by `POST /v1/webhooks/{id}/test` to that webhook alone. `sequence` is 0: it is not an event of your account.',
  schema: Type.Object(
    { ...eventMembers, type: Type.Literal(testKind), data: Type.Object({ webhookId: id, message: text }) },
    { title: 'WebhookTestEvent' },
  ),
  example: JSON.parse(trialPayload(trialExample(testKind))),
}

const challengeDocs: WebhookDocs = {
  summary: 'Challenge',
  about:
    'Sent to a new webhook, to one whose `url` changed, and by `POST /v1/webhooks/{id}/verify`. Verify the signature, then answer 2xx with `{"challenge": "…"}`, or with the challenge as text. Until then the webhook gets no events.',
  schema: Type.Object(
    { ...eventMembers, type: Type.Literal(challengeKind), data: Type.Object({ webhookId: id, challenge: text }) },
    { title: 'WebhookVerificationEvent' },
  ),
  example: {
    ...JSON.parse(trialPayload(trialExample(challengeKind))),
    data: { webhookId: 5, challenge: 'q9Jb5h0c3uXo2tT7yV1aZ8rN4kLmWsEd' },
  },
}

/** The webhooks of the OpenAPI document, by kind. */
export const eventDocs: Readonly<Record<string, WebhookDocs>> = {
  ...Object.fromEntries(allKinds.map((kind) => [kind, docsOf(kind)])),
  [testKind]: testDocs,
  [challengeKind]: challengeDocs,
}

export const feedDocs = docsIn('Events', {
  'GET /v1/events': {
    id: 'listEvents',
    summary: 'List events after a sequence number',
    about:
      'In order, without gaps, each as delivered. For the next page, set `after` to `nextAfter`. Events are kept for thirty days: if `oldestSequence` is greater than `after` + 1, the events between are lost.',
    answers: {
      200: {
        events: {
          items: [exampleOf('report.accepted')],
          nextAfter: 90_214,
          hasMore: false,
          oldestSequence: 61_007,
          newestSequence: 90_214,
        },
      },
    },
  },
  'GET /v1/events/:id': {
    id: 'getEvent',
    summary: 'Read an event as it was delivered',
    answers: { 200: { event: exampleOf('report.submitted') } },
    problems: ['event_not_found'],
  },
})
