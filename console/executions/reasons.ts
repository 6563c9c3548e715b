import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { paths } from '../api/group-b.ts'

type RejectBody = paths['/reports/{id}/reject']['post']['requestBody']['content']['application/json']
export type ReasonCode = NonNullable<RejectBody['reasonCode']>

/** Labels of all rejection reason codes. */
export const reasonLabels: Readonly<Record<ReasonCode, MessageDescriptor>> = {
  NotCompleted: msg`Not completed`,
  InstructionsNotFollowed: msg`Instructions not followed`,
  ProofMissing: msg`Missing proof`,
  ProofUnreadable: msg`Unreadable proof`,
  ProofMismatch: msg`Proof shows something else`,
  ProofReused: msg`Proof used before`,
  WrongTarget: msg`Done in the wrong place`,
  LowQuality: msg`Poor quality`,
  TooFast: msg`Completed too fast`,
  DuplicateWork: msg`Duplicate work`,
  InvalidCode: msg`The code is not valid`,
  Gold: msg`Too few right answers`,
  FraudSuspected: msg`Suspected fraud`,
  Other: msg`Other`,
}
export const reasonCodes = Object.keys(reasonLabels) as ReasonCode[]
