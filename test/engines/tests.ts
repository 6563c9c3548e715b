import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

type Options = {
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** Nice value from 0 to 19, which leaves the processors to what would normally run on other machines. */
  readonly nice: number
}

/** Runs the test files whose path contains one of the words. When aborted, stops running files and starts no more. Returns whether all passed. */
export async function runFiles(words: readonly string[], { env, signal, nice }: Options): Promise<boolean> {
  if (signal.aborted) return false
  const child = spawn(process.execPath, ['test/run.ts', ...words], {
    env: { ...env, MARKET_PAGES: 'made' },
    stdio: 'inherit',
  })
  if (nice > 0) setPriority(child.pid as number, nice)
  // A terminal sends SIGINT to the child too; a second one would kill it.
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', end)
  return code === 0
}
