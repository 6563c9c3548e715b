import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Help } from 'commander'
import { countOf } from '../../cli/src/input/options.ts'
import { linesOf } from '../../cli/src/table.ts'
import { type Config, ConfigInvalid } from '../platform/config/config.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { isUnreachable } from '../platform/database/unreachable.ts'
import { bodyError, errorsIn, Problem, ValidationError } from '../values/problems/problem.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { mustBeOneOf } from '../values/sentences.ts'
import { openInstallation } from './installation.ts'
import { configOfTerminal, print, printError, refused, terminal } from './terminal.ts'

const wrongUsage = 2

export function newProgram(): Command {
  return new Command('market')
    .description('Task Marketplace: a marketplace for small paid tasks')
    .version(versionOf(), '--version', 'print the version')
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => terminal().writeOut(text),
      writeErr: (text) => terminal().writeError(text),
    })
    .exitOverride()
    .showHelpAfterError('Add --help for usage.')
}

const versionOf = (): string =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string }).version

/** Marks the options without which a command refuses to run. */
const describeOption: Help['optionDescription'] = (option) => {
  const text = Help.prototype.optionDescription.call(new Help(), option)
  return option.mandatory ? `${text} (required)`.trim() : text
}

export const commandGroup = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about).exitOverride()

/** Adds a command with `--json` and our exit codes. */
export const command = (parent: Command, words: string, about: string): Command =>
  parent.command(words).description(about).option('--json', 'print one line of JSON').exitOverride()

type Output = Readonly<Record<string, unknown>>
export type Json = { readonly json?: boolean }

/** Makes the command open the installation, run `act` with its arguments and options, and print the result. */
export const action = <Words extends unknown[]>(
  command: Command,
  act: (ctx: Ctx, ...words: Words) => Promise<Output>,
): Command =>
  command.action(async (...words: unknown[]) => {
    const { json, ...options } = words.at(-2) as Json
    // Printed before the installation is closed: a secret that is shown once must not be lost to an error of closing.
    await withInstallation(async (ctx) =>
      printResult(await act(ctx, ...([...words.slice(0, -2), options] as Words)), json),
    )
  })

export const withReason = (command: Command, about?: string): Command =>
  command.requiredOption('--reason <text>', about)

/** Makes a command that concerns one record run `act` with its id and a required reason. */
export const actionWithReason = (
  command: Command,
  act: (ctx: Ctx, id: string, reason: string) => Promise<Output>,
  about?: string,
): Command =>
  action(withReason(command, about), (ctx, id: string, options: { readonly reason: string }) =>
    act(ctx, id, reasonOf(options.reason)),
  )

/** Opens the installation for one piece of work, and closes it. */
export async function withInstallation<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const config = configOfTerminal()
  mustExist(config)
  const { ctx, close } = await openInstallation(config)
  try {
    return await work(ctx)
  } finally {
    await close()
  }
}

/** A mistyped DATA_DIR must not become a second, empty marketplace. */
function mustExist({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || existsSync(join(dataDir, 'postgres'))) return
  throw new Error(
    `There is no marketplace in ${dataDir}. Set DATA_DIR to its folder, or make one with market serve or market migrate.`,
  )
}

/** Prints a result as one line of JSON; for people as a table, or as a line per member. */
export function printResult(result: Output, json: boolean | undefined): void {
  if (json) print(JSON.stringify(result))
  else for (const line of linesOf(result)) print(line)
}

export type Paged = { readonly page?: number; readonly pageSize?: number }

export const withPage = (list: Command): Command => list.option('--page <number>', '20 items a page', countOf)

export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** Returns the value if it is one of the allowed ones. Throws ValidationError. */
export function oneOf<Value extends string>(field: string, allowed: readonly Value[], text: string): Value {
  const value = allowed.find((each) => each === text)
  if (value) return value
  throw ValidationError([bodyError(field, 'enum', mustBeOneOf(allowed))])
}

/** Runs the command and returns its exit code: 1 for a refusal, printed as text or with `--json` as JSON; 2 for wrong usage. */
export async function runProgram(program: Command, words: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(words)
    return terminal().exitCode
  } catch (error) {
    if (!(error instanceof CommanderError))
      printError(words.includes('--json') ? JSON.stringify(errorJson(error)) : errorText(error))
    return exitCodeOf(error)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
  return refused
}

function errorJson(error: unknown): object {
  if (!(error instanceof Problem)) return { detail: errorText(error) }
  const { type, detail, extras, errors } = error
  return {
    code: type.code,
    title: type.title,
    detail,
    ...extras,
    ...(errors.length > 0 && { errors: errorsIn('en', errors) }),
  }
}

function errorText(error: unknown): string {
  if (error instanceof Problem) return `${error.type.title}: ${error.detail}`
  if (error instanceof ConfigInvalid) return `Settings that do not fit:\n${error.message}`
  if (isUnreachable(error)) return `The database cannot be reached: ${(error as Error).message}. See market doctor.`
  return error instanceof Error ? error.message : String(error)
}
