import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/** Runs test files sequentially; the hooks of one end before the next is loaded. */
export async function runInTurn(files: readonly string[]): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  // For what the files of a group share, such as a browser.
  Object.assign(globalThis, { endWithGroup: (work: () => Promise<void>) => ends.push(work) })
  for (const file of files)
    await describe(file, async () => {
      await import(pathToFileURL(file).href)
    })
  for (const end of ends) await end()
}
