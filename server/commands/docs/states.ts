import { sanctionMoves } from '../../accounts/sanctions/sanctions.ts'
import { disputeMoves } from '../../executions/disputes/disputes.ts'
import { executionMoves } from '../../executions/execution.ts'
import { offerMoves } from '../../offers/offer.ts'
import { depositMoves, reversalMoves } from '../../payments/deposit.ts'
import { refundMoves } from '../../payments/refunds/refunds.ts'
import { withdrawalMoves } from '../../payments/withdrawal.ts'
import { reservationMoves } from '../../reservations/reservation.ts'
import type { Moves } from '../../values/transitions/transitions.ts'
import { deliveryMoves } from '../../webhooks/delivery.ts'
import { endpointMoves } from '../../webhooks/endpoint.ts'

const machines: readonly { title: string; about: string; start: string; moves: Moves }[] = [
  { title: 'Offer (task)', about: '`server/offers/offer.ts`', start: 'Draft', moves: offerMoves },
  { title: 'Reservation', about: '`server/reservations/reservation.ts`', start: 'Active', moves: reservationMoves },
  { title: 'Execution (report)', about: '`server/executions/execution.ts`', start: 'Pending', moves: executionMoves },
  { title: 'Dispute', about: '`server/executions/disputes/disputes.ts`', start: 'Open', moves: disputeMoves },
  { title: 'Sanction', about: '`server/accounts/sanctions/sanctions.ts`', start: 'InForce', moves: sanctionMoves },
  { title: 'Deposit', about: '`server/payments/deposit.ts`', start: 'Pending', moves: depositMoves },
  { title: 'Reversal', about: '`server/payments/deposit.ts`', start: 'Pending', moves: reversalMoves },
  {
    title: 'Withdrawal',
    about: '`server/payments/withdrawal.ts`',
    start: 'Requested',
    moves: withdrawalMoves,
  },
  { title: 'Refund', about: '`server/payments/refunds/refunds.ts`', start: 'Requested', moves: refundMoves },
  { title: 'Endpoint (webhook)', about: '`server/webhooks/endpoint.ts`', start: 'Enabled', moves: endpointMoves },
  { title: 'Delivery', about: '`server/webhooks/delivery.ts`', start: 'Pending', moves: deliveryMoves },
]

function diagram(start: string, moves: Moves): string {
  const arrows = Object.entries(moves).flatMap(([name, { from, to }]) =>
    from.map((each) => `  ${each} --> ${to}: ${name}`),
  )
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${start}`, ...arrows, '```'].join('\n')
}

function table(moves: Moves): string {
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
