import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { machineSeconds } from '../../../server/platform/clock.ts'

const stepSeconds = 30

export const stepNow = (): number => Math.floor(machineSeconds() / stepSeconds)

/** A code as RFC 6238 says, by the secret in its usual form. Not the one of the server. */
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

/** So long entering a code may take, on a machine on which other tests run. */
const enteringSeconds = 5

/**
 * The code of the step before, entered so that those of now and of the next step are unused. It is refused where this step ends
 * before it is entered: in the last seconds of a step the next one is waited for.
 */
export async function formerCodeOf(base32: string): Promise<string> {
  while (machineSeconds() % stepSeconds > stepSeconds - enteringSeconds) await setTimeout(100)
  return codeOf(base32, -1)
}
