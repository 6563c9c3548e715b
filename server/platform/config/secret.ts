import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const name = 'secret-key'
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The key that signs links: the one given, or one that is made once and kept in the folder, readable by its owner alone. */
export async function secretKeyIn(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = secretKeyPath(dataDir)
  return (await kept(path)) ?? (await make(path))
}

/** Where a key is kept that no setting gives. */
export const secretKeyPath = (dataDir: string): string => join(dataDir, name)

export const hasSecretKey = async (dataDir: string): Promise<boolean> =>
  (await kept(secretKeyPath(dataDir))) !== undefined

/** Keeps the key of a backup. Another one that is there already is not overwritten. */
export async function keepSecretKey(dataDir: string, key: string): Promise<void> {
  const there = await kept(secretKeyPath(dataDir))
  if (there === key.trim()) return
  if (there !== undefined) throw new Error(`${secretKeyPath(dataDir)} holds another key than the backup.`)
  await writeFile(secretKeyPath(dataDir), `${key.trim()}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

const kept = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  )

// Written whole under another name and then linked: of two programs that start at once, one key wins.
async function make(path: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(draft, path).catch(() => {})
  await unlink(draft)
  const winner = await kept(path)
  if (!winner) throw new Error(`The secret key could not be kept in ${path}. Check that the folder can be written.`)
  return winner
}

/** Text that only we can read again, and that nobody can change unnoticed (AES-256-GCM): nonce, tag, cipher text. */
export function seal(secretKey: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, sealingKey(secretKey), nonce)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
}

/** What was sealed with the same key; anything else throws. */
export function unseal(secretKey: string, sealed: Buffer): string {
  const opening = createDecipheriv(cipher, sealingKey(secretKey), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return opening.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
}

/** HMAC-SHA-256 of a text: finds equal texts again without keeping them. Hashes for different purposes never match. */
export const keyedHash = (secretKey: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest()

let last: { readonly secretKey: string; readonly key: Buffer } | undefined

function sealingKey(secretKey: string): Buffer {
  if (last?.secretKey !== secretKey)
    last = { secretKey, key: Buffer.from(hkdfSync('sha256', secretKey, '', 'market sealed text', 32)) }
  return last.key
}
