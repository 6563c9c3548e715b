import type { Named } from '../../proofs/proof.ts'
import type { Id } from '../../values/id.ts'
import type { FraudFlag } from '../flags.ts'

/** Work that took less than this share of what accepted work on the same offer takes is too fast. */
const tooFastShare = 0.1

/** A proof of work that is examined. */
export type CheckedProof = Named & {
  /** The same file was in other work before. */
  readonly isKnown: boolean
  /** Pictures in other work before that look like it, the most alike first. */
  readonly similar: readonly Named[]
}

/** What the database says about work that is examined. */
export type CheckedWork = {
  readonly execution: Id<'execution'>
  /** Its turn: whoever submitted again has another one. */
  readonly place: number
  readonly revision: number
  readonly flags: readonly string[]
  readonly workSeconds: number
  /** The median of what was accepted of the offer; null: that is too little to say. */
  readonly usualSeconds: number | null
  readonly proofs: readonly CheckedProof[]
}

/** What came of it: flags, and which of the proofs were in other work before. */
export type FraudCheckResult = Pick<CheckedWork, 'execution' | 'place' | 'revision'> & {
  readonly flags: readonly FraudFlag[]
  readonly duplicates: readonly string[]
}

export function verdictOn(work: CheckedWork, duplicates: readonly string[], tooFastSeconds: number): FraudCheckResult {
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

/** What is mended in a rework may be mended fast: there it stays as it was. */
function isTooFast({ revision, flags, workSeconds, usualSeconds }: CheckedWork, tooFastSeconds: number): boolean {
  if (revision > 1) return flags.includes('TooFast')
  return workSeconds < tooFastSeconds || (usualSeconds !== null && workSeconds < usualSeconds * tooFastShare)
}
