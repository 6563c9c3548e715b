import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { ConnectionError, Marketplace, ProblemError } from '@task-marketplace/sdk'
import { type Command, CommanderError, InvalidArgumentError } from 'commander'
import { countOf } from './input/options.ts'
import { linesOf, type Output } from './table.ts'

const refused = 1
/** Of a program that Ctrl-C has ended. */
export const interruptedCode = 130
const wrongUsage = 2

/** Runs the command. Refusals and failures exit with 1, wrong usage with 2. */
export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words)
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : wrongUsage
      return
    }
    process.exitCode = refused
    printError(words.includes('--json') ? JSON.stringify(errorJson(error)) : errorText(error))
  }
}

function errorJson(error: unknown): object {
  if (error instanceof ProblemError && error.problem) return error.problem
  return { detail: errorText(error) }
}

function errorText(error: unknown): string {
  if (error instanceof ProblemError) {
    const fields = error.errors.map(({ field, detail }) => `  ${field}: ${detail}`)
    const request = error.requestId ? `  Request ${error.requestId}` : []
    const title = error.problem?.title ?? error.code
    const head = fields.length > 0 ? `${title}:` : `${title}: ${error.message}`
    return [head, ...fields, request].flat().join('\n')
  }
  if (error instanceof ConnectionError) {
    const { cause } = error
    return `The marketplace cannot be reached: ${cause instanceof Error ? (cause.cause ?? cause) : error.message}`
  }
  return error instanceof Error ? error.message : String(error)
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const printError = (line: string): void => void process.stderr.write(`${line}\n`)

type Adding<Words extends unknown[]> = {
  readonly parent: Command
  readonly words: string
  readonly about: string
  /** What people see of each item of a list: these members, or this row. Programs get all. */
  readonly columns?: readonly string[]
  readonly row?: (item: Output) => Output
  readonly act: (market: Marketplace, ...words: Words) => PromiseLike<object | undefined>
}

/** Adds a command whose action gets a client, its arguments and its options, and returns the result to print. */
export function command<Words extends unknown[]>(adding: Adding<Words>): Command {
  const { parent, words, about, columns, row = columns && rowOf(columns), act } = adding
  const added = parent.command(words).description(about).exitOverride()
  return added.action(async (...given: unknown[]) => {
    const result = (await act(clientOf(added), ...(given.slice(0, -1) as Words))) as Output | undefined
    if (result === undefined) return
    if (isJson(added)) print(JSON.stringify(result))
    else for (const line of linesOf(row ? withRows(result, row) : result)) print(line)
  })
}

const rowOf =
  (columns: readonly string[]) =>
  (item: Output): Output =>
    Object.fromEntries(columns.map((name) => [name, item[name]]))

const withRows = (result: Output, row: (item: Output) => Output): Output => ({
  ...result,
  items: (result['items'] as readonly Output[]).map(row),
})

export const isJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true

export const keyName = 'MARKETPLACE_API_KEY'

/** Returns the client of a command. `send`: what sends its requests instead of `fetch`. */
export function clientOf(command: Command, send: typeof fetch = fetch): Marketplace {
  const { url, key } = command.optsWithGlobals<{ url: string; key?: string }>()
  if (!key) throw new Error(`There is no API key. Set ${keyName}, or pass --key.`)
  return new Marketplace({ baseUrl: url, apiKey: key, fetch: send })
}

/** Parses an address of HTTP. */
export function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be an address such as https://market.example.')
  return text
}

export const withPage = (list: Command): Command =>
  list
    .option('--page <number>', 'default 1', countOf)
    .option('--page-size <number>', 'default 20, at most 100', countOf)
    .option('--cursor <text>', 'continues after a page')

/** Parses ids from an argument with several. */
export const idsOf = (text: string, before: readonly number[] = []): readonly number[] => [...before, idOf(text)]

/** Returns the text of a file, or of standard input, which may come later. */
export const textIn = (path: string): Promise<string> => (path === '-' ? text(process.stdin) : readFile(path, 'utf8'))

/** Reads a file, or standard input for `-`, as JSON. Throws an error that names it. */
export async function jsonIn(path: string): Promise<unknown> {
  const json = await textIn(path)
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Error(`${path === '-' ? 'Standard input' : path} is not JSON: ${(error as Error).message}`)
  }
}

/** Parses an id from an argument. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}
