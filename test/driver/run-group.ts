import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/** Runs test files one behind the other, each ended with its hooks before the next is loaded. */
export async function runInTurn(files: readonly string[]): Promise<void> {
  for (const file of files)
    await describe(file, async () => {
      await import(pathToFileURL(file).href)
    })
  // Of torn.mjs, where that was loaded.
  const { leaveSoon } = globalThis as { leaveSoon?: () => void }
  leaveSoon?.()
}
