import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Status, type Tone } from '../../ui/status.tsx'
import type { Words } from '../../ui/words.ts'

/** What an account is barred from. */
export const sanctionKinds: Words = {
  Warning: msg`A warning`,
  NoReservations: msg`No reservations`,
  NoOffers: msg`No offers`,
  Suspension: msg`Suspended from everything`,
}

export const sanctionCodes: Words = {
  TermsBroken: msg`The terms were broken`,
  FraudSuspected: msg`Fraud is suspected`,
  ProofsReused: msg`Proofs were used again`,
  WorkAbandoned: msg`Work was abandoned`,
  UnfairRejections: msg`Unfair rejections`,
  PaymentReversed: msg`A payment was reversed`,
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
