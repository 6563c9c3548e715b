import { createHmac } from 'node:crypto'

const stepSeconds = 30
/** A clock may be one step before or behind. */
const stepsAside = [-1, 0, 1]
const digits = 6

/** The step of time to which a code of this secret belongs (RFC 6238, SHA-1); undefined where it is none of about now. */
export function stepOf(code: string, secret: string, nowSeconds: number): number | undefined {
  const now = Math.floor(nowSeconds / stepSeconds)
  const steps = stepsAside.map((aside) => now + aside)
  return steps.find((step) => step >= 0 && codeAt(step, secret) === code)
}

/** The code of this moment. */
export const codeOfNow = (secret: string, nowSeconds: number): string =>
  codeAt(Math.floor(nowSeconds / stepSeconds), secret)

/** RFC 4226: four bytes of the HMAC, from where its last digit says, as decimal digits. */
function codeAt(step: number, secret: string): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}
