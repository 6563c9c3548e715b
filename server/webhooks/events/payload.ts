import { apiVersion, type EventKind, type Happened, shownEvent } from '../event.ts'

/** Bytes of a body: what every receiver of webhooks is expected to take. */
export const payloadBytesMax = 20_000

/** What every event has around its data. `truncated`: members were left out, because there was too much of them. */
export type Envelope = {
  readonly id: string
  readonly type: EventKind
  readonly timestamp: string
  readonly apiVersion: string
  readonly accountId: number
  readonly sequence: number
  readonly data: Members
  readonly truncated?: true
}
type Members = Readonly<Record<string, unknown>>

export const envelopeOf = (event: Happened & { readonly sequence: number }, data: Members): Envelope => ({
  id: shownEvent(event.event),
  type: event.kind,
  timestamp: event.happenedAt.toISOString(),
  apiVersion,
  accountId: event.account,
  sequence: event.sequence,
  data,
})

/** What is said of an event of which nothing else can be: which task or report to read. */
export function bare(event: Happened & { readonly sequence: number }): Envelope {
  const task = event.offer === null ? {} : { task: { id: event.offer } }
  const report = event.execution === null ? {} : { report: { id: event.execution, taskId: event.offer } }
  return { ...envelopeOf(event, { ...report, ...task }), truncated: true }
}

const leftOutFirst = ['details', 'description', 'translations']

/** The text of a body, the same for every attempt. Where it would be too long, large members are left out, and it says so. */
export function payloadOf(envelope: Envelope): string {
  const whole = JSON.stringify(envelope)
  if (fits(whole)) return whole
  let data = mapRecords(envelope.data, (name) => !leftOutFirst.includes(name))
  for (;;) {
    const text = JSON.stringify({ ...envelope, data, truncated: true })
    if (fits(text)) return text
    data = withoutLargest(data)
  }
}

const fits = (text: string): boolean => Buffer.byteLength(text) <= payloadBytesMax

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The data with those members of its records that are wanted; ids stay, so that what is missing can be read. */
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
  // Nothing of a record is left to be left out: then a text beside them is what is long.
  if (largest.size === 0) return Object.fromEntries(Object.entries(data).filter(([, value]) => isRecord(value)))
  return mapRecords(data, (name, record) => name !== largest.name || record !== largest.record)
}
