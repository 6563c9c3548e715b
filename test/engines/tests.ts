import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcomes, readOutcomes } from './outcomes.ts'

/** `isGood`: nothing failed, and the run came to its end. */
export type Ran = { readonly outcomes: Outcomes; readonly isGood: boolean }

type Options = {
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** Whether something hangs up on them meanwhile. */
  readonly isTorn?: boolean
  /** How much they let others go before them, by which a machine has room for what would have machines of its own: 0 to 19. */
  readonly nice: number
}

/** Runs the test files whose path contains one of the words. Aborted, it ends those that run, and begins none. */
export async function runFiles(words: readonly string[], { env, signal, nice, isTorn = false }: Options): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'market-outcomes-'))
  const path = join(folder, 'outcomes')
  const more = { TEST_OUTCOMES: path, TEST_TORN: isTorn ? 'on' : 'off', MARKET_PAGES: 'made' }
  try {
    if (signal.aborted) return { outcomes: readOutcomes(path), isGood: false }
    const child = spawn(process.execPath, ['test/run.ts', ...words], { env: { ...env, ...more }, stdio: 'inherit' })
    if (nice > 0) setPriority(child.pid as number, nice)
    // A terminal has told it by itself with another signal; of the same one a second would kill it.
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
    const [code] = await once(child, 'close')
    signal.removeEventListener('abort', end)
    return { outcomes: readOutcomes(path), isGood: code === 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
