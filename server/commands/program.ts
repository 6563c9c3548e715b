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

/** Standard output belongs to what a command answers; everything else is told on standard error. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** A command of its own, which takes `--json` as every one does and ends with our exit codes. */
export const command = (parent: Command, words: string, about: string): Command =>
  parent.command(words).description(about).option('--json', 'print one line of JSON').exitOverride()

/** Runs what was asked for. Refusals exit 1 with title and detail, wrong usage exits 2. */
export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words)
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    if (process.exitCode !== 0 && !(error instanceof CommanderError)) tell(whatWentWrong(error))
  } finally {
    // The tie to the first of several processes would keep this one.
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

/** Prints an answer: one line of JSON, or a line for each member. */
export function answer(shown: Output, json: boolean | undefined): void {
  if (json) print(JSON.stringify(shown))
  else for (const [name, value] of Object.entries(shown)) print(`${name}: ${textOf(value)}`)
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Opens the installation for one action, prints what it answers, and leaves. */
export async function once(json: boolean | undefined, act: (ctx: Ctx) => Promise<Output>): Promise<void> {
  const { ctx, close } = await openInstallation()
  try {
    answer(await act(ctx), json)
  } finally {
    await close()
  }
}

/** Reads an option that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]
