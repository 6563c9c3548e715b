import { moderatedExample } from '../../offers/moderation/openapi.ts'
import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import type { Docs } from '../../values/requests/operation.ts'
import { shownOwnDisputed } from '../openapi.ts'
import { links, openedExample, rejectedExample } from '../openapi-examples.ts'
import { shownAccepted } from '../openapi-v1.ts'
import type { Dispute } from './disputes.ts'
import {
  serializeAllToDecide,
  serializeCase,
  serializeDebtors,
  serializeDispute,
  serializeDisputes,
  serializeOwnDisputes,
  serializeToDecide,
} from './serialize.ts'

const tag = 'Disputes'
const openedAt = new Date('2026-03-02T09:00:00.000Z')
const statement = 'The hours are on the second picture, on the door to the left.'

const open: Dispute = {
  id: idOf(31),
  execution: rejectedExample.id,
  offer: rejectedExample.offer,
  advertiser: rejectedExample.advertiser,
  executor: rejectedExample.executor,
  executorAlias: rejectedExample.executorAlias,
  status: 'Open',
  statement,
  openedAt,
  respondByAt: new Date('2026-03-04T09:00:00.000Z'),
  decideByAt: new Date('2026-03-10T11:40:00.000Z'),
  answer: null,
  answeredAt: null,
  outcome: null,
  decidedBy: null,
  decidedNote: null,
  resolvedAt: null,
  now: openedAt,
}
const answer = 'There is a second picture, but the hours on it are those of last year.'
const answered: Dispute = {
  ...open,
  status: 'AdvertiserReplied',
  answer,
  answeredAt: new Date('2026-03-03T08:00:00.000Z'),
}
const note = 'The year can be read on the door: it is this one.'
const resolvedAt = new Date('2026-03-03T12:00:00.000Z')
const decided: Dispute = {
  ...answered,
  status: 'Resolved',
  outcome: 'Executor',
  decidedBy: idOf(2),
  decidedNote: note,
  resolvedAt,
}
const conceded: Dispute = {
  ...open,
  status: 'Resolved',
  outcome: 'Conceded',
  decidedBy: open.advertiser,
  decidedNote: 'I had overlooked it.',
  resolvedAt,
}
const disputed = { ...rejectedExample, status: 'Disputed', disputedAt: openedAt, version: 3 } as const
const found = { dispute: answered, offer: moderatedExample, report: { ...openedExample, ...disputed }, revisions: [] }

/** Group A: an executor appeals against rejections. */
export const disputeDocs: Docs = {
  'POST /api/executor/executions/:id/dispute': {
    id: 'disputeExecution',
    tag,
    summary: 'Appeal against a rejection',
    about:
      'Until `appealDeadlineAtUtc`, once. The advertiser may answer or give in; an operator decides, and where nobody decides in time, it is decided for the executor. Disputed already, the execution is answered as it is.',
    body: { appeal: { statement } },
    answers: { 200: { disputed: shownOwnDisputed } },
    problems: ['report_not_found', 'dispute_window_closed'],
  },
  'GET /api/executor/disputes': {
    id: 'listOwnDisputes',
    tag,
    summary: 'List the disputes that the caller has opened, the newest first',
    answers: { 200: { page: serializeOwnDisputes(pageWith(answered)) } },
  },
}

/** Group A: operators decide. */
export const disputeOperatorDocs: Docs = {
  'GET /api/operator/disputes': {
    id: 'listDisputes',
    tag,
    summary: 'List disputes, those that are to be decided soonest first',
    about: 'Those that nobody has decided, unless `status` says otherwise.',
    answers: { 200: { page: serializeAllToDecide(pageWith(answered)) } },
  },
  'GET /api/operator/disputes/:id': {
    id: 'readDispute',
    tag,
    summary: 'Read a dispute with all that it is decided by',
    about:
      'What both sides say, the offer with its record, the report with its proofs and its history, and what was submitted before a rework.',
    answers: { 200: { case: serializeCase(found, links) } },
    problems: ['dispute_not_found'],
  },
  'POST /api/operator/disputes/:id/decide': {
    id: 'decideDispute',
    tag,
    summary: 'Decide a dispute, with a note that both sides read',
    about:
      'For the executor: the work is accepted and paid; where the platform would have to pay in the advertiser’s place, the dispute may become `PaymentPending` until an operator approves that. For the advertiser: the rejection is final. Decided for the same side already, it is answered as it is; at `decideByUtc` it is decided for the executor, whoever comes then.',
    body: { executor: { outcome: 'Executor', note } },
    answers: { 200: { decided: serializeToDecide(decided) } },
    problems: ['dispute_not_found', 'dispute_state_conflict'],
  },
  'GET /api/operator/guarantee': {
    id: 'listDebtors',
    tag,
    summary: 'List the advertisers in whose place the platform paid, and what they owe',
    about:
      'What an advertiser lacks for a dispute that they lost, the platform pays within its limits; it is owed until a deposit settles it.',
    answers: {
      200: {
        page: serializeDebtors(
          {
            ...pageWith({
              id: open.advertiser,
              email: 'anna@example.com',
              owedUnits: 3_000n,
              updatedAt: at('12:00:00'),
            }),
            totalOwedUnits: 3_000n,
          },
          'USD',
        ),
      },
    },
  },
}

/** Group B: accepting, and the disputes about own rejections. */
export const disputeDocsV1: Docs = {
  'POST /v1/reports/:id/accept': {
    id: 'acceptReport',
    tag: 'Reports',
    summary: 'Accept a report, which pays its executor',
    about:
      'Accepted already, it is answered as it is. The last accepted report completes the task. A report that is disputed is conceded by it, and paid by the advertiser alone; where they cannot, it is 409 `insufficient_funds` and the dispute goes on. One that was rejected is accepted with `overrideRejection: true`, for thirty days and whatever became of the task, if there is money for it. A `bonus` is paid with the acceptance, or neither is done, whether the report waits, is disputed or was rejected. It is paid once: the same request again changes nothing, and another amount is 409 `accept_bonus_paid`. A report that was accepted before without one, by its deadline for instance, is paid it now.',
    body: {
      praise: { comment: 'Thank you.', rating: 5 },
      rewarded: { bonus: 0.25, comment: 'You found what nobody else did.' },
      guarded: { version: 1 },
      after: { overrideRejection: true, comment: 'We looked again: it is right.' },
    },
    answers: { 200: { accepted: shownAccepted } },
    problems: [
      'report_not_found',
      'report_already_decided',
      'report_on_hold',
      'version_conflict',
      'insufficient_funds',
      'bonus_limit_reached',
      'accept_bonus_paid',
    ],
  },
  'POST /v1/reports/:id/dispute/answer': {
    id: 'answerDispute',
    tag,
    summary: 'Answer what an executor says against a rejection',
    about: 'Until `respondByUtc`, once. The same answer again is answered with the dispute as it is.',
    body: { answer: { answer } },
    answers: { 200: { answered: serializeDispute(answered) } },
    problems: ['report_not_found', 'dispute_not_found', 'dispute_state_conflict'],
  },
  'POST /v1/reports/:id/dispute/concede': {
    id: 'concedeDispute',
    tag,
    summary: 'Concede: the disputed report is accepted, and its executor paid',
    about:
      'Paid by the advertiser alone: from what is kept for the report, then a free slot of the task, then the available balance. Where all of that is too little, it is 409 `insufficient_funds` and the dispute goes on.',
    body: { words: { comment: 'I had overlooked it.', rating: 4 } },
    answers: { 200: { conceded: serializeDispute(conceded) } },
    problems: ['report_not_found', 'dispute_not_found', 'dispute_state_conflict', 'insufficient_funds'],
  },
  'GET /v1/disputes': {
    id: 'listDisputesAgainst',
    tag,
    summary: 'List the disputes about own rejections, the newest first',
    answers: { 200: { page: serializeDisputes(pageWith(open)) } },
  },
  'GET /v1/disputes/:id': {
    id: 'readDisputeAgainst',
    tag,
    summary: 'Read a dispute about an own rejection',
    answers: { 200: { dispute: serializeDispute(open) } },
    problems: ['dispute_not_found'],
  },
}
