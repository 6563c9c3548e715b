import type { Dirent } from 'node:fs'
import { access, cp, mkdir, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** How much of an entry to copy: everything, only an empty folder, or nothing. */
export type CopiedPart = 'all' | 'folder' | 'nothing'

type PartOf = (name: string) => CopiedPart

/** Copies a folder while other programs change it. Skips entries that they remove. Only the owner can read the new folders. */
export async function copyLiveFolder(from: string, to: string, partOf: PartOf): Promise<void> {
  await access(from)
  await copyPresent(from, to, partOf)
}

async function copyPresent(from: string, to: string, partOf: PartOf): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for await (const entry of await entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    const part = partOf(entry.name)
    if (part === 'folder') await mkdir(target, { mode: 0o700 })
    else if (part === 'all' && entry.isDirectory()) await copyPresent(source, target, partOf)
    else if (part === 'all') await unlessMissing(cp(source, target))
  }
}

const entriesOf = async (folder: string): Promise<AsyncIterable<Dirent> | readonly Dirent[]> =>
  (await unlessMissing(opendir(folder))) ?? []

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
