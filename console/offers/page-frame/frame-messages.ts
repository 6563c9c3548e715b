import { ApiError } from '../../api.ts'
import { isRecord, type Values } from '../../ui/schema/schema.ts'

/** What a page asks of the console (docs/api/pages.md). Anyone can write pages, so nothing in it can be relied on. */
export type FrameRequest = {
  readonly task: string
  readonly id: number | undefined
  readonly value: Values | undefined
  readonly skipped: string | undefined
  /** The fields of a form, in a preview. */
  readonly form: string | undefined
  readonly pixels: number | undefined
}

/** An answer has up to 64 KiB. */
const lengthMax = 100_000
/** An answer nests up to 8 levels. Very deep values cannot be made a text again. */
const levelsMax = 20

/** Returns the request in a message; undefined for anything else. Requests are text, so that their length is known before they are read. */
export function requestIn(data: unknown): FrameRequest | undefined {
  if (typeof data !== 'string' || data.length > lengthMax) return undefined
  const read = parsed(data)
  if (!isRecord(read) || typeof read.task !== 'string' || !nestsUpTo(levelsMax, read)) return undefined
  return {
    task: read.task,
    id: typeof read.id === 'number' ? read.id : undefined,
    value: isRecord(read.value) ? read.value : undefined,
    skipped: typeof read.skipped === 'string' ? read.skipped : undefined,
    form: typeof read.form === 'string' ? read.form : undefined,
    pixels: typeof read.pixels === 'number' ? read.pixels : undefined,
  }
}

const nestsUpTo = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((child) => nestsUpTo(levels - 1, child)))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messagesMax = 60
const windowMs = 10_000

/** Returns a function that counts messages by their time in milliseconds, and returns whether there were too many lately. */
export function floodMeter(): (now: number) => boolean {
  let [since, count] = [Number.NEGATIVE_INFINITY, 0]
  return (now) => {
    if (now - since > windowMs) [since, count] = [now, 0]
    return ++count > messagesMax
  }
}

/** Returns what a page learns about an error: its words, and those of its fields. */
export const shownToPage = (error: unknown): Values =>
  error instanceof ApiError
    ? { detail: error.message, errors: error.errors.map(({ field, detail }) => ({ field, detail })) }
    : { detail: 'The answer could not be saved.', errors: [] }
