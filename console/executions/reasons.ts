import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { paths } from '../api/group-b.ts'

type RejectBody = paths['/reports/{id}/reject']['post']['requestBody']['content']['application/json']
export type ReasonCode = NonNullable<RejectBody['reasonCode']>

/** Why work is refused, in words: every code that the contract knows. */
export const reasonWords: Readonly<Record<ReasonCode, MessageDescriptor>> = {
  NotCompleted: msg`Not completed`,
  InstructionsNotFollowed: msg`Instructions not followed`,
  ProofMissing: msg`A proof is missing`,
  ProofUnreadable: msg`The proof cannot be read`,
  ProofMismatch: msg`The proof shows something else`,
  ProofReused: msg`The proof was used before`,
  WrongTarget: msg`Done at the wrong place`,
  LowQuality: msg`Poor quality`,
  TooFast: msg`Done too fast`,
  DuplicateWork: msg`The same work twice`,
  InvalidCode: msg`The code is not valid`,
  FraudSuspected: msg`Fraud is suspected`,
  Other: msg`Something else`,
}
export const reasonCodes = Object.keys(reasonWords) as ReasonCode[]
