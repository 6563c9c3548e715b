type ProofCount = { readonly min: number; readonly max: number }

/** Returns how many proofs work has; without a number, one to twenty. */
export const proofCountOf = (count: ProofCount | undefined): ProofCount => count ?? { min: 1, max: 20 }
