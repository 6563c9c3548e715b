import { msg } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { A } from '../../api.ts'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { Status, type Tone } from '../../ui/status.tsx'

type Line = A['BankStatementLine']

const stateLabels: Labels = {
  Exact: msg`Matches`,
  Doubtful: msg`Check it`,
  Booked: msg`Booked`,
  Waiting: msg`Awaiting a second operator`,
  Unmatched: msg`Not matched`,
}
const tones: Readonly<Record<string, Tone>> = {
  Exact: 'active',
  Doubtful: 'waiting',
  Booked: 'good',
  Waiting: 'waiting',
}
/** Reasons that an operator has to look into. */
const alarms = new Set(['OtherAmount', 'NotInPayment', 'PaidTwice', 'Returned', 'Reversal'])

const reasonLabels: Labels = {
  SimilarDeposit: msg`The advertiser has another deposit of this amount, booked or awaiting a second operator. It may be the same money.`,
  SameBankReference: msg`Another line has the same bank reference and content.`,
  UnusualReference: msg`The reference is written in an unusual way. Compare the payer.`,
  MarkedAsPaid: msg`The withdrawal was marked as paid without this line.`,
  Voided: msg`The deposit was voided.`,
  NotBooked: msg`The bank has not booked it yet.`,
  Reversal: msg`The bank takes an earlier entry back.`,
  Batch: msg`The file does not list the payments in this entry.`,
  NotPositive: msg`The amount is 0.`,
  TooLarge: msg`The amount is too large.`,
  OtherCurrency: msg`It is in another currency.`,
  NoReference: msg`It has no reference.`,
  SeveralReferences: msg`It has several references.`,
  UnknownReference: msg`Its reference names no advertiser or withdrawal.`,
  OtherAmount: msg`The withdrawal has another amount.`,
  NotInPayment: msg`The bank paid a withdrawal that is not being paid out.`,
  PaidTwice: msg`The bank paid this withdrawal twice.`,
  Returned: msg`The bank returned a withdrawal.`,
}

export function LineState({ line: { state, reason } }: { readonly line: Line }) {
  const stateLabel = useLabels(stateLabels)
  const reasonLabel = useLabels(reasonLabels)
  const tone = reason && alarms.has(reason) ? 'bad' : (tones[state] ?? 'over')
  return (
    <div>
      <Status label={stateLabel(state)} tone={tone} />
      {reason && (
        <Text size="xs" c="dimmed" maw={240}>
          {reasonLabel(reason)}
        </Text>
      )}
    </div>
  )
}

export const useReasonLabel = () => useLabels(reasonLabels)
