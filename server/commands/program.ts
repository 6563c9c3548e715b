import { Command, CommanderError } from 'commander'
import { ConfigInvalid } from '../platform/config/config.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { isUnreachable } from '../platform/database/db.ts'
import { Problem } from '../values/problems/problem.ts'
import { openInstallation } from './installation.ts'

const refused = 1
const wrongUsage = 2

export function newProgram(): Command {
  return new Command('market')
    .description('Task Marketplace: a marketplace for small paid tasks')
    .exitOverride()
    .showHelpAfterError('Add --help for usage.')
}

/** `print` writes results to standard output, `tell` everything else to standard error. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** Adds a command with `--json` and our exit codes. */
export const command = (parent: Command, words: string, about: string): Command =>
  parent.command(words).description(about).option('--json', 'print one line of JSON').exitOverride()

/** Runs the command. Refusals exit with 1 and print title and detail; wrong usage exits with 2. */
export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words)
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    if (process.exitCode !== 0 && !(error instanceof CommanderError)) tell(whatWentWrong(error))
  } finally {
    // An open channel to the first of several processes would keep this one alive.
    process.disconnect?.()
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
  return refused
}

function whatWentWrong(error: unknown): string {
  if (error instanceof Problem) return `${error.type.title}: ${error.detail}`
  if (error instanceof ConfigInvalid) return `Settings that do not fit:\n${error.message}`
  if (isUnreachable(error)) return `The database cannot be reached: ${(error as Error).message}. See market doctor.`
  return error instanceof Error ? error.message : String(error)
}

type Output = Readonly<Record<string, unknown>>

/** Prints a result as one line of JSON, or as a line per member. */
export function answer(shown: Output, json: boolean | undefined): void {
  if (json) print(JSON.stringify(shown))
  else for (const [name, value] of Object.entries(shown)) print(`${name}: ${textOf(value)}`)
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Opens the installation for one action, prints its result, and closes. */
export async function once(json: boolean | undefined, act: (ctx: Ctx) => Promise<Output>): Promise<void> {
  const { ctx, close } = await openInstallation()
  try {
    answer(await act(ctx), json)
  } finally {
    await close()
  }
}

/** Collects the values of a repeatable option. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]
