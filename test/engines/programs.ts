import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PatroniSet } from './patroni/set.ts'

/** Something that runs until it is stopped: what programs need in their environment to use it, and its processes. */
export type Running = {
  readonly env: Readonly<Record<string, string>>
  readonly pids: readonly number[]
  /** Of a set that outlives its machines: the machines, for who takes one away. */
  readonly set?: PatroniSet
  /** Resolves when its processes have ended and its files are gone. */
  stop(): Promise<void>
}

export type Program = {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What it prints when it is ready. */
  readonly ready: RegExp
  /** How it is asked to end; default SIGTERM. */
  readonly signal?: NodeJS.Signals
}

const readyMsMax = 30_000
const endMsMax = 15_000

/** Starts a program; resolves when it says that it is ready. It dies with us, however we end without being killed. */
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
  let said = ''
  const late = setTimeout(() => child.kill('SIGKILL'), readyMsMax)
  await new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer) => {
      // What it says later is read, so that it never waits for us, and not kept.
      if (!ready.test(said)) said += text
      if (ready.test(said)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`${child.spawnargs[0]} ended before it was ready: ${said}`)))
  }).finally(() => clearTimeout(late))
}

/** A folder of its own, and what takes it away again; also where we are interrupted. */
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
