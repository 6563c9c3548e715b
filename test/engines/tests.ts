import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcomes, readOutcomes } from './outcomes.ts'

/** `isGood`: nothing failed and the run was complete. */
export type Ran = { readonly outcomes: Outcomes; readonly isGood: boolean }

type Options = {
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** Nice value from 0 to 19, which leaves the processors to what would normally run on other machines. */
  readonly nice: number
}

/** Runs the test files whose path contains one of the words. When aborted, stops running files and starts no more. */
export async function runFiles(words: readonly string[], { env, signal, nice }: Options): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'market-outcomes-'))
  const path = join(folder, 'outcomes')
  const more = { TEST_OUTCOMES: path, MARKET_PAGES: 'made' }
  try {
    if (signal.aborted) return { outcomes: readOutcomes(path), isGood: false }
    const child = spawn(process.execPath, ['test/run.ts', ...words], { env: { ...env, ...more }, stdio: 'inherit' })
    if (nice > 0) setPriority(child.pid as number, nice)
    // A terminal sends SIGINT to the child too; a second one would kill it.
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
    const [code] = await once(child, 'close')
    signal.removeEventListener('abort', end)
    return { outcomes: readOutcomes(path), isGood: code === 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
