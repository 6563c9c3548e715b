/** Flags that the fraud check sets and clears; it leaves other flags of a report alone. */
export const fraudFlags = ['DuplicateProof', 'TooFast'] as const

export type FraudFlag = (typeof fraudFlags)[number]

/** Flags of work whose completion code was used before, or of executors who guess codes. */
export const codeFlags = ['DuplicateCode', 'CodeGuessing'] as const

/** The flag of a report whose rejection waits for an operator. */
export const operatorReview = 'OperatorReview'

/** All flags of a report. */
export const reportFlags = [...fraudFlags, ...codeFlags, operatorReview] as const
