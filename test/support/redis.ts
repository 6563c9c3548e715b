import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { environmentOf, programIn, unpacked } from '../engines/packages.ts'
import { freePort } from './ports.ts'

/** The Redis unpacked for the tests, or the machine's own. */
const prefix = unpacked('redis')
const program = prefix ? programIn(prefix, 'redis-server') : 'redis-server'
const env = { ...process.env, ...(prefix && (await environmentOf(prefix))) }

/** Why tests with a real Redis are skipped: the machine has none. */
export const withoutRedis: string | false =
  spawnSync(program, ['--version'], { env }).status === 0
    ? false
    : 'there is no redis-server on the PATH; npm run engines -- install redis unpacks one'

export type RedisServer = {
  readonly url: string
  start(): Promise<void>
  /** Kills it; its data is lost. */
  kill(): Promise<void>
  /** Freezes it: connections stay open without responses until it is woken. */
  freeze(): void
  wake(): void
}

/** Starts a Redis for this test file. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  let running: ChildProcess | undefined
  const start = async () => {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const server = spawn(program, words, { env })
    running = server
    for await (const text of server.stdout.setEncoding('utf8')) if (/Ready to accept connections/.test(text)) return
    throw new Error('redis-server ended before it was ready')
  }
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running?.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
  after(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  const signal = (name: NodeJS.Signals) => () => void running?.kill(name)
  return { url: `redis://127.0.0.1:${port}`, start, kill, freeze: signal('SIGSTOP'), wake: signal('SIGCONT') }
}
