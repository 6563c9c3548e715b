import { shownOwnDisputed } from '../executions/openapi.ts'
import { links, openedExample, rejectedExample } from '../executions/openapi-examples.ts'
import { shownAccepted } from '../executions/openapi-v1.ts'
import { moderatedExample } from '../offers/moderation/openapi.ts'
import { proofFacts } from '../proofs/openapi.ts'
import { at, pageWith, publicUrl } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Dispute } from './dispute.ts'
import {
  debtorsJson,
  disputeJson,
  installationOf,
  operatorDisputeJson,
  ownDisputeJson,
  serializeCase,
} from './serialize.ts'

const installation = installationOf(links)
const proofUrl = `${publicUrl}/uploads/executor/proofs/${proofFacts.id}.png`
const openedAt = new Date('2026-03-02T09:00:00.000Z')
const statement = 'The hours are on the second picture, on the door to the left.'

const open: Dispute = {
  id: idOf(31),
  execution: rejectedExample.id,
  offer: rejectedExample.offer,
  advertiser: rejectedExample.advertiser,
  advertiserEmail: 'anna@example.com',
  executor: rejectedExample.executor,
  executorEmail: 'maria@example.com',
  executorAlias: rejectedExample.executorAlias,
  hasItems: false,
  offerTitle: rejectedExample.offerTitle,
  executorNickname: rejectedExample.executorNickname,
  status: 'Open',
  statement,
  attachments: null,
  openedAt,
  respondByAt: new Date('2026-03-04T09:00:00.000Z'),
  decideByAt: new Date('2026-03-10T11:40:00.000Z'),
  answer: null,
  answeredAt: null,
  outcome: null,
  decidedBy: null,
  decidedNote: null,
  resolvedAt: null,
  rejection: {
    by: rejectedExample.decidedBy,
    reasonCode: rejectedExample.reasonCode,
    reason: rejectedExample.reason,
    comment: rejectedExample.comment,
    failedCriteria: rejectedExample.failedCriteria,
    decidedAtUtc: at('11:40:00').toISOString(),
  },
  now: openedAt,
}
const answer = 'There is a second picture, but the hours on it are those of last year.'
const answered: Dispute = {
  ...open,
  attachments: [{ ...proofFacts, uploadedAt: proofFacts.uploadedAt.toISOString() }],
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
const emails = { advertiserEmail: 'anna@example.com', executorEmail: 'maria@example.com' }
const report = { ...openedExample, ...disputed, ...emails, executionDetailsSchema: {}, revisions: [] }
const example = { dispute: answered, offer: moderatedExample, report }

export const disputeDocs = docsIn('Disputes', {
  'POST /api/executor/executions/:id/dispute': {
    id: 'disputeExecution',
    summary: 'Appeal against a rejection',
    about:
      'Once, until `appealDeadlineAtUtc`. The advertiser may answer or concede; an operator decides. Without a decision in time, the executor wins. `proofUrls` attaches up to 5 files, which the advertiser and operators see in the dispute. If already disputed, returns the execution unchanged.',
    body: { appeal: { statement }, withFile: { statement, proofUrls: [proofUrl] } },
    answers: { 200: { disputed: shownOwnDisputed } },
    problems: ['report_not_found', 'dispute_window_closed', 'invalid_proof_url'],
  },
  'GET /api/executor/disputes': {
    id: 'listDisputes',
    summary: 'List disputes opened by the caller, newest first',
    answers: { 200: { page: ownDisputeJson.serializePage(pageWith(answered), installation) } },
  },
})

export const disputeOperatorDocs = docsIn('Disputes', {
  'GET /api/operator/disputes': {
    id: 'listDisputesAsOperator',
    summary: 'List disputes, most urgent first',
    about: 'Default: undecided disputes.',
    answers: { 200: { page: operatorDisputeJson.serializePage(pageWith(answered), installation) } },
  },
  'GET /api/operator/disputes/:id': {
    id: 'getDispute',
    summary: 'Read a dispute with its evidence',
    about:
      "Both statements, the offer and its advertiser's record, the report with its proofs and history, and earlier submissions.",
    answers: { 200: { case: serializeCase(example, links) } },
    problems: ['dispute_not_found'],
  },
  'POST /api/operator/disputes/:id/decide': {
    id: 'decideDispute',
    summary: 'Decide a dispute, with a note for both sides',
    about:
      'For the executor: the work is accepted and paid. If the platform would have to pay on the advertiser’s behalf, the dispute may become `PaymentPending` until an operator approves that. For the advertiser: the rejection is final. If already decided for the same side, returns it unchanged. After `decideByUtc` it is always decided for the executor.',
    body: { executor: { outcome: 'Executor', note } },
    answers: { 200: { decided: operatorDisputeJson.serialize(decided, installation) } },
    problems: ['dispute_not_found', 'dispute_state_conflict'],
  },
  'GET /api/operator/guarantee': {
    id: 'listDebtors',
    summary: 'List advertisers who owe the platform',
    about:
      'If an advertiser cannot pay for a lost dispute, the platform pays within its limits. The advertiser owes the amount until a deposit settles it.',
    answers: {
      200: {
        page: debtorsJson.serializePage(
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
})

export const disputeDocsV1 = docsIn('Disputes', {
  'POST /v1/reports/:id/accept': {
    id: 'acceptReport',
    tag: 'Reports',
    summary: 'Accept a report and pay its executor',
    about:
      'If already accepted, returns it unchanged. The last accepted report completes the task. Accepting a disputed report concedes the dispute, paid by the advertiser alone; if they cannot pay, returns 409 `insufficient_funds` and the dispute continues. A rejected report can be accepted with `overrideRejection: true` for thirty days, whatever the status of the task, if the money suffices. Acceptance and `bonus` succeed or fail together, also for disputed or rejected reports. The bonus is paid once: repeating the request changes nothing, and another amount returns 409 `accept_bonus_paid`. A report accepted earlier without a bonus, for example by its deadline, is paid it now.',
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
      'debt_unsettled',
      'daily_spend_max_exceeded',
      'bonus_limit_reached',
      'accept_bonus_paid',
    ],
  },
  'POST /v1/reports/:id/dispute/answer': {
    id: 'answerDispute',
    summary: 'Answer an appeal',
    about: 'Once, until `respondByUtc`. Repeating the same answer returns the dispute unchanged.',
    body: { answer: { answer } },
    answers: { 200: { answered: disputeJson.serialize(answered, installation) } },
    problems: ['report_not_found', 'dispute_not_found', 'dispute_state_conflict'],
  },
  'POST /v1/reports/:id/dispute/concede': {
    id: 'concedeDispute',
    summary: 'Concede a dispute: accept the report and pay its executor',
    about:
      'Paid by the advertiser alone: from the money kept for the report, then from a free slot of the task, then from the available balance. If that is not enough, returns 409 `insufficient_funds` and the dispute continues.',
    body: { words: { comment: 'I had overlooked it.', rating: 4 } },
    answers: { 200: { conceded: disputeJson.serialize(conceded, installation) } },
    problems: [
      'report_not_found',
      'dispute_not_found',
      'dispute_state_conflict',
      'insufficient_funds',
      'daily_spend_max_exceeded',
    ],
  },
  'GET /v1/disputes': {
    id: 'listDisputes',
    summary: 'List disputes about your rejections, newest first',
    answers: { 200: { page: disputeJson.serializePage(pageWith(open), installation) } },
  },
  'GET /v1/disputes/:id': {
    id: 'getDispute',
    summary: 'Read a dispute about one of your rejections',
    answers: { 200: { dispute: disputeJson.serialize(open, installation) } },
    problems: ['dispute_not_found'],
  },
})
