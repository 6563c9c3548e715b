import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { machineSeconds } from '../../../server/platform/clock.ts'

const stepSeconds = 30

export const stepNow = (): number => Math.floor(machineSeconds() / stepSeconds)

/** Returns a code by RFC 6238 for a base32 secret; implemented independently of the server. */
export function codeOf(base32: string, aside = 0, since = stepNow()): string {
  const bits = [...base32].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? []
  const step = (since + aside).toString(16).padStart(16, '0')
  const mac = [...createHmac('sha1', Uint8Array.from(bytes)).update(Buffer.from(step, 'hex')).digest()]
  const start = (mac[19] ?? 0) % 16
  const [first = 0, ...rest] = mac.slice(start, start + 4)
  const number = rest.reduce((sum, byte) => sum * 256 + byte, first % 128)
  return String(number % 1_000_000).padStart(6, '0')
}

/** Time to enter a code on a busy machine, in seconds. */
const enteringSeconds = 5

/**
 * Returns the previous step's code, which leaves the current and next ones unused. Near the end of a step it waits for the next
 * one, because the code would expire before it is entered.
 */
export async function formerCodeOf(base32: string): Promise<string> {
  while (machineSeconds() % stepSeconds > stepSeconds - enteringSeconds) await setTimeout(100)
  return codeOf(base32, -1)
}
