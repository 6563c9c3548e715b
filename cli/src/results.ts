import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Marketplace } from '@task-marketplace/sdk'
import { type Command, Option } from 'commander'
import { command, idOf, withPage } from './program.ts'
import type { Output } from './table.ts'

type Query = NonNullable<Parameters<Marketplace['tasks']['results']>[1]>
type Writing = {
  readonly jsonl?: true | undefined
  readonly output?: string | undefined
  readonly pending?: true | undefined
}
type Answer = { readonly status: string; readonly value?: Readonly<Record<string, unknown>> }

export function addResultsCommand(parent: Command): void {
  const results = command({
    parent,
    words: 'results',
    about: 'show the answers about the items of a task, or write them to a file',
    row: rowOf,
    act: (
      market,
      task: number,
      { csv, jsonl, output, pending, ...query }: Query & Writing & { readonly csv?: true },
    ): PromiseLike<object | undefined> => {
      if (csv || jsonl) return writeFile(market, task, { jsonl, output, pending })
      if (output || pending) throw new Error('--output and --pending need --csv or --jsonl.')
      return market.tasks.results(task, query)
    },
  }).argument('<task>', 'id of the task', idOf)
  withPage(results)
    .option('--status <status>', 'of the items, such as Completed')
    .option('--external-id <text>', 'your id of an item')
    .addOption(new Option('--csv', 'write all accepted answers as CSV, one in each line').conflicts('jsonl'))
    .option('--jsonl', 'write all items with their accepted answers as JSON, one in each line')
    .option('--pending', 'with answers that wait for your review')
    .option('--output <path>', 'the file to write; default: standard output')
}

/** Returns an item as a row: for each member of the answers that count, a column with all its values. */
function rowOf({ itemId, externalId, status, answers }: Output): Output {
  const values = (answers as readonly Answer[])
    .filter(({ status: decision, value }) => value && decision !== 'Rejected' && decision !== 'Withdrawn')
    .map(({ value = {} }) => value)
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  const columns = names.map((name) => [`answer.${name}`, values.map((value) => textOf(value[name])).join(', ')])
  return { itemId, externalId, status, answers: values.length, ...Object.fromEntries(columns) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Writes the export while it arrives. A file that was cut short does not get its name. */
async function writeFile(market: Marketplace, task: number, { jsonl, output, pending }: Writing): Promise<undefined> {
  const query = { format: jsonl ? 'jsonl' : 'csv', ...(pending && { status: ['Accepted', 'Pending'] }) } as const
  const { body } = await market.tasks.exportResults(task, query as never)
  const text = Readable.fromWeb(body as ReadableStream)
  if (output === undefined) return void (await pipeline(text, process.stdout, { end: false }))
  const part = `${output}.part`
  try {
    await pipeline(text, createWriteStream(part))
    await rename(part, output)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
