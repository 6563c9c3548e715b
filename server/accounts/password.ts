import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. Takes about 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const tagLength = 32

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Returns the Argon2id hash (RFC 9106) as a PHC string with a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes)
  const tag = await derive('argon2id', { ...cost, tagLength, nonce, message: Buffer.from(password.normalize('NFKC')) })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(Buffer.from(tag))}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether the password matches the stored hash, computed with the cost stored in it. */
export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(storedHash) ?? []
  if (tag === '') return false
  const expected = Buffer.from(tag, 'base64')
  const derived = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    nonce: Buffer.from(salt, 'base64'),
    message: Buffer.from(password.normalize('NFKC')),
  })
  return timingSafeEqual(expected, derived)
}
