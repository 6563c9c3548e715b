import { Type } from 'typebox'
import { decider, reasonCode } from '../../executions/serialize-work.ts'
import { balanceJson } from '../../ledger/serialize.ts'
import { taskJson } from '../../offers/serialize-task.ts'
import type { ReservationStatus } from '../../reservations/reservation.ts'
import { instant, known, money, nullable, text, whole } from '../../values/requests/schema.ts'
import type { EventKind } from './event.ts'
import { aMessage, anItem, aReport, aReservation, aTask, body, dataOf, type Shown, summary } from './serialize-parts.ts'

const sources = ['GroupA.draft', 'GroupA.submit', 'GroupB', 'Console']
const actors = { advertiser: 'Advertiser', operator: 'Operator', system: 'System' } as const
const triggers = 'TaskSubmitted LimitIncreased Bonus Dispute Settlement Refund Chargeback Void'.split(' ')
const stillHeld = 'Held for open work and for rejections that can still be appealed'

const reserved =
  (status: ReservationStatus) =>
  ({ work, reservation }: Shown) => ({ reservation: { ...reservation, status }, task: work('Accepted').task })

/** The data of each kind of event, with an example; truncated events lack members. */
export const bodies = {
  'task.created': body(
    dataOf({ ...aTask, source: [known('TaskSource', sources), ({ data }) => data.source] }),
    ({ submittedTask }) => ({ task: submittedTask, source: 'GroupB' }),
    '09:00:00',
  ),
  'task.completed': body(
    dataOf({
      ...aTask,
      completionReason: [known('CompletionReason', ['limit_reached', 'end_date_reached']), ({ data }) => data.reason],
      summary: dataOf(summary),
    }),
    ({ task }) => ({
      task: { ...task, status: 'Completed' },
      completionReason: 'limit_reached',
      summary: { accepted: 200, rejected: 4, spent: 110, released: 0, currency: 'USD' },
    }),
  ),
  'report.submitted': body(
    dataOf({
      ...aReport,
      resubmission: [Type.Boolean(), ({ data }) => data.resubmission],
      previousRevision: [nullable(whole), ({ data }) => data.previousRevision ?? null],
    }),
    ({ work }) => ({ ...work('Pending'), resubmission: false, previousRevision: null }),
    '10:40:00',
  ),
  'report.accepted': body(
    dataOf({
      ...aReport,
      decidedBy: [decider, ({ report }) => report().decidedBy],
      charged: [money, ({ data }) => data.chargedUnits],
      currency: [text, ({ report }) => report().currency],
    }),
    ({ work }) => ({ ...work('Accepted'), decidedBy: 'Advertiser', charged: 0.55, currency: 'USD' }),
  ),
  'report.rejected': body(
    dataOf({
      ...aReport,
      decidedBy: [decider, ({ report }) => report().decidedBy],
      reasonCode: [reasonCode, ({ report }) => report().reasonCode],
      reason: [text, ({ report }) => report().reason],
      // A final rejection has no appeal deadline. Subscribers are promised a time, so the time of the decision is sent.
      appealDeadlineAtUtc: [
        instant,
        ({ report, happenedAt }) => report().appealDeadlineAt ?? report().decidedAt ?? happenedAt,
      ],
    }),
    ({ work }) => ({
      ...work('Rejected'),
      decidedBy: 'Advertiser',
      reasonCode: 'ProofMismatch',
      reason: work('Rejected').report.decision?.reason ?? '',
      appealDeadlineAtUtc: '2026-03-08T11:40:00.000Z',
    }),
  ),
  'balance.low': body(
    dataOf({
      balance: [balanceJson.schema, ({ balance }, { currency }) => balanceJson.serialize(balance(), currency)],
      threshold: [money, ({ balance }) => balance().lowThresholdUnits],
      previousAvailable: [money, ({ balance }) => balance().previousAvailableUnits],
      trigger: [known('BalanceTrigger', triggers), ({ balance }) => balance().trigger],
      estimatedExhaustionAtUtc: [nullable(instant), () => null],
    }),
    ({ balance }) => ({
      balance,
      threshold: 10,
      previousAvailable: 117.4,
      trigger: 'TaskSubmitted',
      estimatedExhaustionAtUtc: null,
    }),
    '09:00:00',
  ),
  'report.rework_requested': body(
    dataOf({
      ...aReport,
      reason: [text, ({ report }) => report().reworkReason],
      deadlineAtUtc: [instant, ({ report }) => report().reworkDeadlineAt],
    }),
    ({ work }) => {
      const { reason = '', deadlineAtUtc } = work('ReworkRequested').report.rework ?? {}
      return { ...work('ReworkRequested'), reason, deadlineAtUtc: deadlineAtUtc ?? '' }
    },
  ),
  'report.disputed': body(
    dataOf({ ...aReport, statement: [nullable(text), ({ data }) => data.statement ?? null] }),
    ({ work }) => ({ ...work('Disputed'), statement: 'The hours are on the second picture.' }),
    '11:50:00',
  ),
  'report.withdrawn': body(dataOf(aReport), ({ work }) => work('Withdrawn'), '11:45:00'),
  'task.moderated': body(
    dataOf({
      ...aTask,
      decision: [
        known('ModerationDecision', ['Approved', 'Rejected']),
        ({ task }) => (task().moderation ?? task()).status,
      ],
      reasonCode: [nullable(text), ({ task }) => task().moderation?.reasonCode ?? null],
      comment: [nullable(text), ({ task }) => task().moderation?.comment ?? null],
    }),
    ({ task }) => ({ task, decision: 'Approved', reasonCode: null, comment: null }),
    '09:30:00',
  ),
  'task.paused': body(
    dataOf({
      ...aTask,
      pausedBy: [known('PausedBy', Object.values(actors)), ({ offer }) => actors[offer().pausedBy ?? 'system']],
      reason: [taskJson.schema.properties.statusReason, ({ task }) => task().statusReason],
    }),
    ({ task }) => ({ task: { ...task, status: 'Paused' }, pausedBy: 'Operator', reason: null }),
    '11:45:00',
  ),
  'task.archived': body(
    dataOf({
      ...aTask,
      summary: dataOf({
        ...summary,
        held: [Type.Number({ description: stillHeld }), ({ task }) => task().budget.held],
      }),
    }),
    ({ task }) => ({
      task: { ...task, status: 'Archived' },
      summary: { accepted: 120, rejected: 4, spent: 66, released: 41.8, currency: 'USD', held: 2.2 },
    }),
    '11:55:00',
  ),
  'item.completed': body(dataOf(anItem), ({ work }) => ({
    item: {
      id: 4711,
      externalId: 'picture-17',
      data: { picture: 'https://pictures.example.com/17.jpg' },
      status: 'Completed',
    },
    task: work('Accepted').task,
    answers: 3,
  })),
  'reservation.created': body(dataOf(aReservation), reserved('Active')),
  'reservation.expired': body(dataOf(aReservation), reserved('Expired')),
  'reservation.cancelled': body(dataOf(aReservation), reserved('Cancelled')),
  'reservation.screenedOut': body(dataOf(aReservation), reserved('ScreenedOut')),
  'message.received': body(dataOf(aMessage), ({ work }) => ({
    message: { id: 88, conversationId: 9001, executorId: 'ex_5f0c1a9b3e7d2468ac10' },
    taskId: work('Pending').task.id,
    reportId: work('Pending').report.id,
  })),
} satisfies Readonly<Record<EventKind, unknown>>
