import { AsyncLocalStorage } from 'node:async_hooks'
import { createInterface } from 'node:readline/promises'
import { type Config, environment, readConfig } from '../platform/config/config.ts'

/** Where a command reads its settings, writes its results, and leaves its exit code. */
export type Terminal = {
  environment(): Readonly<Record<string, string | undefined>>
  writeOut(text: string): void
  writeError(text: string): void
  /** Asks the person at the terminal; absent if there is none. */
  ask?(question: string): Promise<string>
  exitCode: number
}

const terminals = new AsyncLocalStorage<Terminal>()

async function askAtTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

const processTerminal: Terminal = {
  ...(process.stdin.isTTY ? { ask: askAtTerminal } : {}),
  environment,
  writeOut: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  exitCode: 0,
}

/** The terminal of the running command: that of the process, unless a test runs the command in its own process. */
export const terminal = (): Terminal => terminals.getStore() ?? processTerminal

export const runInTerminal = <T>(other: Terminal, work: () => Promise<T>): Promise<T> => terminals.run(other, work)

export const print = (line: string): void => terminal().writeOut(`${line}\n`)
export const printError = (line: string): void => terminal().writeError(`${line}\n`)

export const refused = 1

/** Makes the command exit with 1 although it prints a result. */
export function exitAsRefused(): void {
  terminal().exitCode = refused
}

/** Asks for a confirmation before something is applied. Throws if nobody is at the terminal, or if the answer is not yes. */
export async function confirm(question: string, option: string): Promise<void> {
  const { ask } = terminal()
  if (!ask) throw new Error(`Nothing was applied: nobody is at the terminal to confirm it. Add ${option} in scripts.`)
  const answer = (await ask(`${question} [y/N] `)).trim().toLowerCase()
  if (answer !== 'y' && answer !== 'yes') throw new Error('Nothing was applied.')
}

/** Throws ConfigInvalid. */
export const configOfTerminal = (): Config => readConfig(terminal().environment())
