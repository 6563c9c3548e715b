import { apiVersion, type EventKind, publicEventId, type UndispatchedEvent } from './event.ts'

/** Maximum size of a body in bytes, which receivers must accept. */
export const payloadBytesMax = 20_000

/** The members of every event. `truncated`: members were omitted because the body would be too large. */
export type Envelope = {
  readonly id: string
  readonly type: EventKind
  readonly timestamp: string
  readonly apiVersion: string
  readonly livemode: boolean
  readonly accountId: number
  readonly sequence: number
  readonly data: Members
  readonly truncated?: true
}
type Members = Readonly<Record<string, unknown>>

type Numbered = UndispatchedEvent & { readonly sequence: number }

export const envelopeOf = (event: Numbered, livemode: boolean, data: Members): Envelope => ({
  id: publicEventId(event.event),
  type: event.kind,
  timestamp: event.happenedAt.toISOString(),
  apiVersion,
  livemode,
  accountId: event.account,
  sequence: event.sequence,
  data,
})

/** Returns an event with ids only, if nothing else can be serialized. */
export function idsOnly(event: Numbered, livemode: boolean): Envelope {
  const task = event.offer === null ? {} : { task: { id: event.offer } }
  const report = event.execution === null ? {} : { report: { id: event.execution, taskId: event.offer } }
  return { ...envelopeOf(event, livemode, { ...report, ...task }), truncated: true }
}

const omittedFirst = ['details', 'description', 'translations']

/** Serializes a body, identical in every attempt. Omits large members if it would be too long and marks it as truncated. */
export function payloadOf(envelope: Envelope): string {
  const whole = JSON.stringify(envelope)
  if (fits(whole)) return whole
  let data = mapRecords(envelope.data, (name) => !omittedFirst.includes(name))
  for (;;) {
    const text = JSON.stringify({ ...envelope, data, truncated: true })
    if (fits(text)) return text
    data = withoutLargest(data)
  }
}

const fits = (text: string): boolean => Buffer.byteLength(text) <= payloadBytesMax

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the data with only the wanted members of its records; ids stay, so that the rest can be fetched. */
const mapRecords = (data: Members, wanted: (name: string, record: string) => boolean): Members =>
  Object.fromEntries(
    Object.entries(data).map(([record, value]) => [
      record,
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => name === 'id' || wanted(name, record)))
        : value,
    ]),
  )

function withoutLargest(data: Members): Members {
  const sizes = Object.entries(data).flatMap(([record, value]) =>
    (isRecord(value) ? Object.entries(value) : [])
      .filter(([name]) => name !== 'id')
      .map(([name, member]) => ({ record, name, size: JSON.stringify(member)?.length ?? 0 })),
  )
  const largest = sizes.reduce((most, each) => (each.size > most.size ? each : most), { record: '', name: '', size: 0 })
  // No record has members left to omit, so the large text is outside of them.
  if (largest.size === 0) return Object.fromEntries(Object.entries(data).filter(([, value]) => isRecord(value)))
  return mapRecords(data, (name, record) => name !== largest.name || record !== largest.record)
}
