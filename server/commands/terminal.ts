import { AsyncLocalStorage } from 'node:async_hooks'
import { type Config, environment, readConfig } from '../platform/config/config.ts'

/** Where a command reads its settings, writes its results, and leaves its exit code. */
export type Terminal = {
  environment(): Readonly<Record<string, string | undefined>>
  writeOut(text: string): void
  writeError(text: string): void
  exitCode: number
}

const terminals = new AsyncLocalStorage<Terminal>()

const processTerminal: Terminal = {
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

/** Throws ConfigInvalid. */
export const configOfTerminal = (): Config => readConfig(terminal().environment())
