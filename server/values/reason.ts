import { bodyError, ValidationError } from './problem.ts'

const lengthMin = 3
const lengthMax = 2_000

/** A reason that people are told: at least three characters that are not space at its ends. */
export function reasonOf(given: string): string {
  const reason = given.trim()
  const length = [...reason].length
  if (length >= lengthMin && length <= lengthMax) return reason
  throw ValidationError([bodyError('reason', 'length', `must have ${lengthMin} to ${lengthMax} characters.`)])
}
