import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, idFromText } from '../../values/id.ts'

/** An item of a reservation. Item 0 is the task itself, if it has no items. */
export type WorkPlace = { readonly reservation: Id<'reservation'>; readonly item: number }

/** `read` opens a page; it is part of its address. `answer` reads the item and saves its answer; it is in the fragment, which no server sees. */
type Purpose = 'read' | 'answer'

/** Returns a text that proves the right to read or answer an item. It is derived, so nothing is stored; it works while the reservation is active. */
export function capabilityOf(secretKey: string, purpose: Purpose, { reservation, item }: WorkPlace): string {
  const place = `${reservation}.${item}`
  return `${place}.${createHmac('sha256', secretKey).update(`task page ${purpose} ${place}`).digest('base64url')}`
}

/** Returns what a capability is for; undefined if this installation did not make it for this purpose. */
export function placeOf(secretKey: string, purpose: Purpose, capability: string): WorkPlace | undefined {
  const [first = '', second = ''] = capability.split('.')
  const reservation = idFromText<'reservation'>(first)
  const item = second === '0' ? 0 : idFromText(second)
  if (reservation === undefined || item === undefined) return undefined
  const place = { reservation, item }
  const [given, made] = [capability, capabilityOf(secretKey, purpose, place)].map((text) => Buffer.from(text))
  return given && made && given.length === made.length && timingSafeEqual(given, made) ? place : undefined
}
