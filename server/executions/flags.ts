/** What an examination may find; what else is flagged on a report is of others. */
export const fraudFlags = ['DuplicateProof', 'TooFast'] as const

export type FraudFlag = (typeof fraudFlags)[number]

/** The name of a flag: a rejection of this report waits for an operator. */
export const operatorReview = 'OperatorReview'
