import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const name = 'secret-key'

/** The key that signs links: the one given, or one that is made once and kept in the folder, readable by its owner alone. */
export async function secretKeyIn(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, name)
  return (await kept(path)) ?? (await make(path))
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
