import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Status, type Tone } from '../../ui/status.tsx'
import type { Words } from '../../ui/words.ts'

/** What the sanctions restrict. */
export const sanctionKinds: Words = {
  Warning: msg`Warning`,
  NoReservations: msg`Cannot reserve offers`,
  NoOffers: msg`Cannot submit offers`,
  Suspension: msg`Full suspension`,
}

export const sanctionCodes: Words = {
  TermsBroken: msg`Breach of terms`,
  FraudSuspected: msg`Suspected fraud`,
  ProofsReused: msg`Reused proofs`,
  WorkAbandoned: msg`Abandoned work`,
  UnfairRejections: msg`Unfair rejections`,
  PaymentReversed: msg`Reversed payment`,
  Other: msg`Something else`,
}

export const sanctionStatuses: Words = {
  InForce: msg`In force`,
  Appealed: msg`Appealed`,
  Upheld: msg`Upheld`,
  Lifted: msg`Lifted`,
  Ended: msg`Ended`,
}
const tones: Readonly<Record<string, Tone>> = { InForce: 'bad', Appealed: 'waiting', Upheld: 'bad', Lifted: 'good' }

export function SanctionStatus({ status }: { readonly status: string }) {
  const { i18n } = useLingui()
  const known = sanctionStatuses[status]
  return <Status label={known ? i18n._(known) : status} tone={tones[status] ?? 'over'} />
}
