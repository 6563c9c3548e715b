import type { A } from '../api.ts'

/** An offer as an executor opens it. */
export type OfferDetail = A['AvailableOfferDetail']
