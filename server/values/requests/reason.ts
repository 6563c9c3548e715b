import { bodyError, ValidationError } from '../problems/problem.ts'

const lengthMin = 3
const lengthMax = 2_000

/** A reason, or another statement in the member `field`, that people are told: at least three characters without space at its ends. */
export function reasonOf(given: string, field = 'reason'): string {
  const reason = given.trim()
  const length = [...reason].length
  if (length >= lengthMin && length <= lengthMax) return reason
  throw ValidationError([bodyError(field, 'length', `must have ${lengthMin} to ${lengthMax} characters.`)])
}
