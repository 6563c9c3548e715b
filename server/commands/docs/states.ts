import { sanctionTransitions } from '../../accounts/sanctions/sanctions.ts'
import { disputeTransitions } from '../../executions/disputes/disputes.ts'
import { executionTransitions } from '../../executions/execution.ts'
import { offerTransitions } from '../../offers/offer.ts'
import { depositTransitions, reversalTransitions } from '../../payments/deposit.ts'
import { refundTransitions } from '../../payments/refunds/refunds.ts'
import { withdrawalTransitions } from '../../payments/withdrawal.ts'
import { reservationTransitions } from '../../reservations/reservation.ts'
import type { Transitions } from '../../values/transitions/transitions.ts'
import { deliveryTransitions } from '../../webhooks/delivery.ts'
import { endpointTransitions } from '../../webhooks/endpoint.ts'

const machines: readonly { title: string; about: string; start: string; moves: Transitions }[] = [
  { title: 'Offer (task)', about: '`server/offers/offer.ts`', start: 'Draft', moves: offerTransitions },
  {
    title: 'Reservation',
    about: '`server/reservations/reservation.ts`',
    start: 'Active',
    moves: reservationTransitions,
  },
  {
    title: 'Execution (report)',
    about: '`server/executions/execution.ts`',
    start: 'Pending',
    moves: executionTransitions,
  },
  { title: 'Dispute', about: '`server/executions/disputes/disputes.ts`', start: 'Open', moves: disputeTransitions },
  {
    title: 'Sanction',
    about: '`server/accounts/sanctions/sanctions.ts`',
    start: 'InForce',
    moves: sanctionTransitions,
  },
  { title: 'Deposit', about: '`server/payments/deposit.ts`', start: 'Pending', moves: depositTransitions },
  { title: 'Reversal', about: '`server/payments/deposit.ts`', start: 'Pending', moves: reversalTransitions },
  {
    title: 'Withdrawal',
    about: '`server/payments/withdrawal.ts`',
    start: 'Requested',
    moves: withdrawalTransitions,
  },
  { title: 'Refund', about: '`server/payments/refunds/refunds.ts`', start: 'Requested', moves: refundTransitions },
  { title: 'Endpoint (webhook)', about: '`server/webhooks/endpoint.ts`', start: 'Enabled', moves: endpointTransitions },
  { title: 'Delivery', about: '`server/webhooks/delivery.ts`', start: 'Pending', moves: deliveryTransitions },
]

function diagram(start: string, moves: Transitions): string {
  const arrows = Object.entries(moves).flatMap(([name, { from, to }]) =>
    from.map((each) => `  ${each} --> ${to}: ${name}`),
  )
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${start}`, ...arrows, '```'].join('\n')
}

function table(moves: Transitions): string {
  const rows = Object.entries(moves).map(
    ([name, { from, to, by, shown, event }]) =>
      `| ${name} | ${from.join(', ')} | ${to} | ${by.join(', ')} | ${shown ?? ''} | ${event ?? ''} |`,
  )
  return ['| move | from | to | by | in `allowedActions` | event |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

/** Every status and every move, from the tables that the code itself reads. */
export const statesDocument = (): string =>
  `${[
    '# States and moves',
    'Made from the tables of moves by `npm run generate`; the tables are the only place where a transition is written.',
    'A submitted offer starts as PendingModeration.',
    ...machines.map(
      ({ title, about, start, moves }) =>
        `## ${title}\n\nFrom ${about}.\n\n${diagram(start, moves)}\n\n${table(moves)}`,
    ),
  ].join('\n\n')}\n`
