import { bodyError, ValidationError } from '../problems/problem.ts'
import { charactersBetween } from '../sentences.ts'
import { proseText, textFault, tidyText } from './texts.ts'

const lengthMin = 3
const lengthMax = 2_000

/** The schema of a reason. */
export const reasonText = (description?: string) =>
  proseText({ minLength: lengthMin, maxLength: lengthMax, ...(description === undefined ? {} : { description }) })

/** Returns a reason, or another text in the member `field`, as it is stored. Throws ValidationError below 3 characters or above the limit. */
export function reasonOf(given: string, field = 'reason'): string {
  const reason = tidyText(given)
  const fault = textFault('prose', reason)
  if (fault) throw ValidationError([bodyError(field, fault.code, fault.detail)])
  const length = [...reason].length
  if (length >= lengthMin && length <= lengthMax) return reason
  throw ValidationError([bodyError(field, 'length', charactersBetween(lengthMin, lengthMax))])
}
