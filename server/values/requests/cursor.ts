import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Problem, queryError, ValidationError } from '../problems/problem.ts'

/** Where a walk through a list goes on: after the record with this key and id, whether or not it is still there. */
export type Place = { readonly account: number; readonly key: string | null; readonly id: string }

export const cursorLengthMax = 4_096
const signatureBytes = 16

/** The place as text that only we can write. It is good for this list alone: name, sort and filters. */
export function cursorOf(secretKey: string, list: string, { account, key, id }: Place): string {
  const place = Buffer.from(JSON.stringify([account, key, id]))
  return Buffer.concat([signed(secretKey, list, place), place]).toString('base64url')
}

/** The place that a cursor of ours names; nothing where the text is not one for this list. */
export function placeOf(secretKey: string, list: string, cursor: string): Place | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const given = bytes.subarray(0, signatureBytes)
  const place = bytes.subarray(signatureBytes)
  const isOurs = given.length === signatureBytes && timingSafeEqual(given, signed(secretKey, list, place))
  // Several texts say the same bytes in base64: one of them is the cursor.
  if (!isOurs || bytes.toString('base64url') !== cursor) return undefined
  const [account, key, id] = JSON.parse(place.toString())
  return { account, key, id }
}

const signed = (secretKey: string, list: string, place: Buffer): Buffer =>
  createHmac('sha256', secretKey)
    .update(JSON.stringify(['cursor', list]))
    .update(place)
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
