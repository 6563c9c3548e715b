import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { addressOf, asMarket, freePort, main, plainSettings, stop } from '../installation.ts'

export type Programs = {
  readonly publicUrl: string
  readonly port: number
  /** Process ids: of the server or the parent of all servers, and of the worker. */
  readonly server: number
  readonly worker: number
  stop(): Promise<void>
}

/** Starts `serve` with this many processes, and a worker, on one installation. */
export async function startPrograms(folder: string, count: number): Promise<Programs> {
  const port = await freePort()
  const running: ChildProcess[] = []
  const start = (...words: readonly string[]): ChildProcess => {
    const env = { ...process.env, ...plainSettings, ...settingsOf(folder), PORT: String(port) }
    const program = spawn(process.execPath, [...asMarket, main, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(program)
    return program
  }
  const server = start('serve', '--no-jobs', ...(count > 1 ? ['--processes', String(count)] : []))
  await addressOf(server)
  const worker = start('work')
  if (worker.stdout) await once(worker.stdout, 'data')
  // Drained: a full pipe would block the writing process.
  for (const { stdout } of running) stdout?.resume()
  return {
    publicUrl: `http://127.0.0.1:${port}`,
    port,
    server: server.pid ?? 0,
    worker: worker.pid ?? 0,
    stop: async () => void (await Promise.all(running.map(stop))),
  }
}

const settingsOf = (folder: string) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  DATA_DIR: folder,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_CHALLENGE: 'false',
})

/** Runs `ledger verify`. Returns its output if it fails, otherwise undefined. */
export function verifyLedger(folder: string): string | undefined {
  const env = { ...process.env, ...plainSettings, ...settingsOf(folder) }
  const result = spawnSync(process.execPath, [main, 'ledger', 'verify'], { env, encoding: 'utf8' })
  return result.status === 0 ? undefined : `${result.stdout}${result.stderr}`.slice(0, 2_000)
}
