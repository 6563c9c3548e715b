import { Type } from 'typebox'
import { bodyError, ValidationError } from '../problems/problem.ts'

const lengthMin = 3
const lengthMax = 2_000

/** The schema of a reason. */
export const reasonText = (description?: string) =>
  Type.String({ minLength: lengthMin, maxLength: lengthMax, ...(description === undefined ? {} : { description }) })

/** Returns a reason, or another text in the member `field`, trimmed. Throws ValidationError below 3 characters or above the limit. */
export function reasonOf(given: string, field = 'reason'): string {
  const reason = given.trim()
  const length = [...reason].length
  if (length >= lengthMin && length <= lengthMax) return reason
  throw ValidationError([bodyError(field, 'length', `must have ${lengthMin} to ${lengthMax} characters.`)])
}
