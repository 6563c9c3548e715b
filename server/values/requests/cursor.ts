import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Problem, queryError, ValidationError } from '../problems/problem.ts'

/** The position after which a list continues: a record's key and id. The record may have been deleted since. */
export type CursorPosition = { readonly account: number; readonly key: string | null; readonly id: string }

export const cursorLengthMax = 4_096
const signatureBytes = 16

/** Returns a signed cursor for the position. It is valid only for this list: its name, sort and filters. */
export function cursorOf(secretKey: string, list: string, { account, key, id }: CursorPosition): string {
  const position = Buffer.from(JSON.stringify([account, key, id]))
  return Buffer.concat([signed(secretKey, list, position), position]).toString('base64url')
}

/** Returns the position in a cursor; undefined if it was not issued for this list. */
export function positionOf(secretKey: string, list: string, cursor: string): CursorPosition | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const given = bytes.subarray(0, signatureBytes)
  const position = bytes.subarray(signatureBytes)
  const isOurs = given.length === signatureBytes && timingSafeEqual(given, signed(secretKey, list, position))
  // Base64 allows several texts for the same bytes; only one is accepted.
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

/** Returns the problem with a cursor, under the parameter's name. */
export const InvalidCursor = (parameter: string): Problem =>
  ValidationError([
    queryError(parameter, 'invalid_cursor', {
      en: 'must be the nextCursor of an answer to this account, from this list with the same sort and filters. Leave it out to begin again.',
      ru: 'должно быть nextCursor из ответа этому аккаунту, из того же списка с той же сортировкой и фильтрами. Уберите его, чтобы начать сначала.',
    }),
  ])
