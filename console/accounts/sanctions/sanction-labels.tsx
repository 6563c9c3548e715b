import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Labels } from '../../ui/labels.ts'
import { Status, type Tone } from '../../ui/status.tsx'

/** What the sanctions restrict. */
export const sanctionKindLabels: Labels = {
  Warning: msg`Warning`,
  NoReservations: msg`Cannot reserve tasks`,
  NoOffers: msg`Cannot post tasks`,
  Suspension: msg`Full suspension`,
}

export const sanctionCodeLabels: Labels = {
  TermsBroken: msg`Breach of terms`,
  FraudSuspected: msg`Suspected fraud`,
  ProofsReused: msg`Reused proofs`,
  WorkAbandoned: msg`Abandoned tasks`,
  UnfairRejections: msg`Unfair rejections`,
  PaymentReversed: msg`Reversed payment`,
  Other: msg`Other`,
}

export const sanctionStatusLabels: Labels = {
  InForce: msg`In force`,
  Appealed: msg`Appealed`,
  Upheld: msg`Upheld`,
  Lifted: msg`Lifted`,
  Ended: msg`Ended`,
}
const statusTones: Readonly<Record<string, Tone>> = {
  InForce: 'bad',
  Appealed: 'waiting',
  Upheld: 'bad',
  Lifted: 'good',
}

export function SanctionStatus({ status }: { readonly status: string }) {
  const { i18n } = useLingui()
  const label = sanctionStatusLabels[status]
  return <Status label={label ? i18n._(label) : status} tone={statusTones[status] ?? 'over'} />
}
