import { createHash } from 'node:crypto'
import { conflict, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { countRu } from '../../values/sentences.ts'

/** How long a response is stored for repeated requests, in hours. `platform/http/idempotency.ts` decides which ones are. */
export const keptHours = 24
/** How long a repeated request waits for the first one to finish, in milliseconds. */
export const waitMsMax = 1000
const keyLengthMax = 255
/** A longer body of a response is not stored, in bytes. Only decisions on a thousand reports with long refusals come near it. */
export const storedBytesMax = 1024 * 1024

export const KeyInProgress = conflict(
  'idempotency_key_in_progress',
  'Request with this key in progress',
  'The first request with this Idempotency-Key is still being processed. Send the same request again in a moment.',
)
export const KeyReused = conflict(
  'idempotency_key_reused',
  'Idempotency key reused',
  'This Idempotency-Key was used with another body or If-Match. Use a new key for a new request, or the same body and If-Match to repeat the old one.',
)

export const AnswerNotStored = conflict<{ status: number }>(
  'idempotency_answer_not_stored',
  'Answer not stored',
  ({ status }) =>
    `The first request with this Idempotency-Key was carried out and answered with status ${status}, but its answer was too large to be stored. Read what it changed instead.`,
)

const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
const bare = /^[\x21\x23-\x7e][\x21-\x7e]*$/

/** Returns the key from the header: a structured-field string (RFC 9651, in quotes), or the same without quotes. */
export function keyOf(header: string): string {
  const given = header.trim()
  const key = quoted.exec(given)?.[1]?.replace(/\\(.)/g, '$1') ?? (bare.test(given) ? given : undefined)
  if (key === undefined || key.length < 1 || key.length > keyLengthMax) throw ValidationError([wrongKey])
  return key
}

const wrongKey: FieldError = {
  field: 'Idempotency-Key',
  code: 'invalid_key',
  detail: {
    en: `must be 1 to ${keyLengthMax} visible ASCII characters, such as a UUID, with or without double quotes.`,
    ru: `должно быть от 1 до ${countRu(keyLengthMax, 'видимого символа', 'видимых символов')} ASCII, например UUID, в двойных кавычках или без них.`,
  },
}

/** Returns the hash that identifies a request among those of its account. */
export const requestHash = (method: string, path: string, key: string): Buffer =>
  createHash('sha256').update(`${method}\n${path}\n${key}`).digest()
