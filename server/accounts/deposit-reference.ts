import type { Id } from '../values/id.ts'
import { idOfReference, referenceOf } from '../values/reference.ts'

/** Returns the reference that an account states in a bank transfer, such as `D-1042-79`. It never changes. */
export const depositReferenceOf = (account: Id<'account'>): string => referenceOf('D', account)

/** Returns the id of the account that a reference names, however a bank or a person spaces it; undefined if it is no valid reference. */
export const accountOfReference = (text: string): number | undefined => idOfReference('D', text)
