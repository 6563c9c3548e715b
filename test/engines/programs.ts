import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PatroniSet } from './patroni/set.ts'

/** A running engine: the environment with which programs use it, and its processes. */
export type Running = {
  readonly env: Readonly<Record<string, string>>
  readonly pids: readonly number[]
  /** The machines of a Patroni set, for injecting faults. */
  readonly set?: PatroniSet
  /** Resolves when its processes have ended and its files are deleted. */
  stop(): Promise<void>
}

export type Program = {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Matches the output of a program that is ready. */
  readonly ready: RegExp
  /** Signal that stops it; SIGTERM by default. */
  readonly signal?: NodeJS.Signals
}

const readyMsMax = 180_000
const endMsMax = 15_000

/** Starts a program and resolves when it is ready. It is killed when this process ends, unless this process is killed itself. */
export async function startProgram({ words, env = {}, ready, signal = 'SIGTERM' }: Program) {
  const [file = '', ...rest] = words
  const child = spawn(file, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.removeListener('exit', kill))
  await untilReady(child, ready)
  const stop = async () => {
    child.kill(signal)
    const late = setTimeout(kill, endMsMax)
    await ended
    clearTimeout(late)
  }
  return { pid: child.pid as number, stop }
}

async function untilReady(child: ChildProcess, ready: RegExp): Promise<void> {
  let output = ''
  const late = setTimeout(() => child.kill('SIGKILL'), readyMsMax)
  await new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer) => {
      // Later output is read, so the program does not block, but not kept.
      if (!ready.test(output)) output += text
      if (ready.test(output)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`${child.spawnargs[0]} ended before it was ready: ${output}`)))
  }).finally(() => clearTimeout(late))
}

/** Creates a folder and a function that removes it, also on interruption. */
export function newFolder(name: string): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), `market-${name}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    folder,
    remove: () => {
      process.removeListener('exit', remove)
      remove()
    },
  }
}
