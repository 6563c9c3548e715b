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
import { taskReservationExample } from '../../reservations/openapi.ts'
import { at } from '../../values/example.ts'
import type { Id } from '../../values/id.ts'
import { docsIn, type WebhookDocs } from '../../values/requests/operation.ts'
import { id, text } from '../../values/requests/schema.ts'
import {
  aboutKind,
  allKinds,
  apiVersion,
  challengeKind,
  type EventKind,
  type TrialKind,
  testKind,
  trialPayload,
} from './event.ts'
import { kinds } from './kinds.ts'
import { bodies } from './serialize.ts'
import { eventMembers, reportInEvent } from './serialize-parts.ts'

const { externalId, title, status, counts, totalLimit, version } = taskExample
const taskRef = { id: taskExample.id, externalId, title, status, counts, totalLimit, version }
const reports = {
  Pending: shownReport,
  Accepted: shownAccepted,
  Rejected: shownRejected,
  ReworkRequested: shownSentBack,
  Withdrawn: shownWithdrawn,
  Disputed: shownDisputed,
}
const shown: Parameters<(typeof bodies)[EventKind]['example']>[0] = {
  task: taskExample,
  submittedTask: submittedTaskExample,
  balance: lowBalanceExample,
  reservation: taskReservationExample,
  work: (state) => ({ report: reportInEvent(reports[state]), task: taskRef }),
}

const exampleOf = (kind: EventKind) => ({
  id: `evt_${1001 + allKinds.indexOf(kind)}`,
  type: kind,
  timestamp: at(bodies[kind].time).toISOString(),
  apiVersion,
  livemode: true,
  accountId: 17,
  sequence: 90_211 + allKinds.indexOf(kind),
  data: bodies[kind].example(shown),
})

/** `report.accepted` becomes ReportAcceptedEvent. */
const titleOf = (kind: EventKind): string =>
  `${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const docsOf = (kind: EventKind): WebhookDocs => {
  const members = { ...eventMembers, type: Type.Literal(kind), data: bodies[kind].schema }
  const schema = Type.Object(members, { title: titleOf(kind) })
  return { summary: kinds[kind].summary, about: aboutKind(kind), schema, example: exampleOf(kind) }
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
      'In order, without gaps, each as delivered. For the next page, set `after` to `nextAfter`. Events are kept for thirty days: if `oldestSequence` is greater than `after` + 1, the events between are lost. With `Accept: text/event-stream` the response is a stream of Server-Sent Events: `id` is the sequence number and `data` the event. It goes on for ten minutes; `Last-Event-ID` continues it. An account can have four streams or waiting requests; a further one ends at once.',
    alsoAs: ['text/event-stream'],
    headers: {
      'Last-Event-ID': 'In place of `after`, for a stream: the sequence number of the last event that arrived',
    },
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
