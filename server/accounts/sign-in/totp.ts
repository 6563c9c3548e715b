import { createHmac } from 'node:crypto'

const stepSeconds = 30
/** Tolerated clock drift, in steps. */
const stepsAside = [-1, 0, 1]
const digits = 6

/** Returns the time step of a code (RFC 6238, SHA-1); undefined if it matches no current step. */
export function stepOf(code: string, secret: string, nowSeconds: number): number | undefined {
  const now = Math.floor(nowSeconds / stepSeconds)
  const steps = stepsAside.map((aside) => now + aside)
  return steps.find((step) => step >= 0 && codeAt(step, secret) === code)
}

export const codeOfNow = (secret: string, nowSeconds: number): string =>
  codeAt(Math.floor(nowSeconds / stepSeconds), secret)

/** RFC 4226: dynamically truncates the HMAC to four bytes and formats them as decimal digits. */
function codeAt(step: number, secret: string): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}
