import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const name = 'secret-key'
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Returns the key that signs links: the given one, or one generated once and stored in the folder, readable by its owner only. */
export async function secretKeyIn(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  await makeDataDir(dataDir)
  const path = secretKeyPath(dataDir)
  return (await storedKey(path)) ?? (await make(path))
}

/** Creates DATA_DIR if it is missing. Throws an error that says what to do if it cannot be a folder. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOTDIR')
      throw new Error(`DATA_DIR cannot be used: ${message}`, { cause: error })
    throw new Error(`DATA_DIR is ${dataDir}, which is a file or lies in one. Set DATA_DIR to a folder.`, {
      cause: error,
    })
  }
}

/** Removes a key that this start made and the database refused, so that the right one can be put there. */
export async function forgetSecretKey(dataDir: string, made: string): Promise<void> {
  const path = secretKeyPath(dataDir)
  if ((await storedKey(path)) === made) await unlink(path)
}

export const secretKeyPath = (dataDir: string): string => join(dataDir, name)

export const hasSecretKey = async (dataDir: string): Promise<boolean> =>
  (await storedKey(secretKeyPath(dataDir))) !== undefined

/** Stores the key of a backup. Throws if the folder holds another key. */
export async function keepSecretKey(dataDir: string, key: string): Promise<void> {
  const there = await storedKey(secretKeyPath(dataDir))
  if (there === key.trim()) return
  if (there !== undefined) throw new Error(`${secretKeyPath(dataDir)} holds another key than the backup.`)
  await writeFile(secretKeyPath(dataDir), `${key.trim()}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

/** Returns undefined if there is no file. Throws an error that says what to do if it holds no key or cannot be read. */
async function storedKey(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new Error(`The secret key in ${path} cannot be read: ${error.message}`, { cause: error })
  })
  if (text === undefined || text.trim() !== '') return text?.trim()
  throw new Error(
    `${path} is empty. Put the secret key of this installation back into it. ` +
      'Delete the file only if the installation is new: a new key is made then (docs/secret-key.md).',
  )
}

// Written under another name and then linked: if two programs start at once, one complete key wins.
async function make(path: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(draft, path).catch(() => {})
  await unlink(draft)
  const winner = await storedKey(path)
  if (!winner) throw new Error(`The secret key could not be kept in ${path}. Check that the folder can be written.`)
  return winner
}

/** Encrypts a text so that only this key decrypts it and changes are detected (AES-256-GCM): nonce, tag, cipher text. */
export function seal(secretKey: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, sealingKey(secretKey), nonce)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
}

/** Decrypts a sealed text. Throws if it was sealed with another key or changed. */
export function unseal(secretKey: string, sealed: Buffer): string {
  const opening = createDecipheriv(cipher, sealingKey(secretKey), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return opening.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
}

/** Returns the HMAC-SHA-256 of a text, to find equal texts without storing them. Hashes for different purposes never match. */
export const keyedHash = (secretKey: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest()

let last: { readonly secretKey: string; readonly key: KeyObject } | undefined

// A KeyObject: from a buffer, Node.js makes one for each text, which takes longer than to decrypt a webhook's secret.
function sealingKey(secretKey: string): KeyObject {
  if (last?.secretKey !== secretKey) {
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'market sealed text', 32)))
    last = { secretKey, key }
  }
  return last.key
}
