import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Problem, queryError, ValidationError } from '../problems/problem.ts'

/** Where a walk through a list goes on: after the record with this key and id, whether or not it is still there. */
export type CursorPosition = { readonly account: number; readonly key: string | null; readonly id: string }

export const cursorLengthMax = 4_096
const signatureBytes = 16

/** The place as text that only we can write. It is good for this list alone: name, sort and filters. */
export function cursorOf(secretKey: string, list: string, { account, key, id }: CursorPosition): string {
  const position = Buffer.from(JSON.stringify([account, key, id]))
  return Buffer.concat([signed(secretKey, list, position), position]).toString('base64url')
}

/** The place that a cursor of ours names; nothing where the text is not one for this list. */
export function positionOf(secretKey: string, list: string, cursor: string): CursorPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const given = bytes.subarray(0, signatureBytes)
  const position = bytes.subarray(signatureBytes)
  const isOurs = given.length === signatureBytes && timingSafeEqual(given, signed(secretKey, list, position))
  // Several texts say the same bytes in base64: one of them is the cursor.
  if (!isOurs || bytes.toString('base64url') !== cursor) return undefined
  const [account, key, id] = JSON.parse(position.toString())
  return { account, key, id }
}

const signed = (secretKey: string, list: string, position: Buffer): Buffer =>
  createHmac('sha256', secretKey)
    .update(JSON.stringify(['cursor', list]))
    .update(position)
    .digest()
    .subarray(0, signatureBytes)

/** Refuses a cursor by the name that the query has for it. */
export const NoCursor = (parameter: string): Problem =>
  ValidationError([
    queryError(
      parameter,
      'invalid_cursor',
      'must be the nextCursor of an answer to this account, from this list with the same sort and filters. Leave it out to begin again.',
    ),
  ])
