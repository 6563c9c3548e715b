import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's least for Argon2id: 19 MiB, two passes, one lane. About 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const tagLength = 32

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** The password as it is kept: Argon2id (RFC 9106) as a PHC string, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes)
  const tag = await derive('argon2id', { ...cost, tagLength, nonce, message: Buffer.from(password.normalize('NFKC')) })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(Buffer.from(tag))}`
}
