import type { ProofName } from '../../proofs/proof.ts'
import type { Id } from '../../values/id.ts'
import type { FraudFlag } from '../execution.ts'

/** Work is too fast if it took less than this share of the usual time on the offer. */
const tooFastShare = 0.1

export type CheckedProof = ProofName & {
  /** Earlier work contains the same file. */
  readonly isKnown: boolean
  /** Similar pictures in earlier work, most similar first. */
  readonly similar: readonly ProofName[]
}

export type CheckedWork = {
  readonly execution: Id<'execution'>
  /** Its place in the queue; a resubmission gets a new one. */
  readonly place: number
  readonly revision: number
  readonly flags: readonly string[]
  readonly workSeconds: number
  /** The median time of accepted work on the offer, in seconds; null if there is too little of it. */
  readonly usualSeconds: number | null
  readonly proofs: readonly CheckedProof[]
}

/** The result of a check: the flags, and the proofs that appeared in earlier work. */
export type FraudCheckResult = Pick<CheckedWork, 'execution' | 'place' | 'revision'> & {
  readonly flags: readonly FraudFlag[]
  readonly duplicates: readonly string[]
}

export function resultOf(work: CheckedWork, duplicates: readonly string[], tooFastSeconds: number): FraudCheckResult {
  const { execution, place: index, revision } = work
  const flags: FraudFlag[] = duplicates.length > 0 ? ['DuplicateProof'] : []
  return {
    execution,
    place: index,
    revision,
    duplicates,
    flags: isTooFast(work, tooFastSeconds) ? [...flags, 'TooFast'] : flags,
  }
}

/** A rework may be quick: it keeps the flag of the first submission. */
function isTooFast({ revision, flags, workSeconds, usualSeconds }: CheckedWork, tooFastSeconds: number): boolean {
  if (revision > 1) return flags.includes('TooFast')
  return workSeconds < tooFastSeconds || (usualSeconds !== null && workSeconds < usualSeconds * tooFastShare)
}
