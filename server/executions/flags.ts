/** Flags that the fraud check sets and clears; it leaves other flags of a report alone. */
export const fraudFlags = ['DuplicateProof', 'TooFast'] as const

export type FraudFlag = (typeof fraudFlags)[number]

/** The flag of a report whose rejection waits for an operator. */
export const operatorReview = 'OperatorReview'
