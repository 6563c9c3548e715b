import type { Marketplace } from '@task-marketplace/sdk'
import { type Command, Option } from 'commander'
import { command, idOf, withPage } from './program.ts'
import type { Output } from './table.ts'
import { writeBody } from './write-body.ts'

type Query = NonNullable<Parameters<Marketplace['tasks']['results']>[1]>
type Page = NonNullable<Parameters<Marketplace['tasks']['accuracies']>[1]>
type Writing = {
  readonly jsonl?: true | undefined
  readonly output?: string | undefined
  readonly pending?: true | undefined
  readonly perItem?: true | undefined
}
type Result = { readonly answer: Readonly<Record<string, unknown>>; readonly confidence: number }
type Answer = { readonly status: string; readonly value?: Readonly<Record<string, unknown>> }

export function addResultsCommand(parent: Command): void {
  command({
    parent,
    words: 'agreement',
    about: 'show how much the answers about the items of a task agree',
    act: (market, task: number) => market.tasks.agreement(task),
  }).argument('<task>', 'id of the task', idOf)
  const results = command({
    parent,
    words: 'results',
    about: 'show the answers about the items of a task, or write them to a file',
    row: rowOf,
    act: (
      market,
      task: number,
      { csv, jsonl, output, pending, perItem, ...query }: Query & Writing & { readonly csv?: true },
    ): PromiseLike<object | undefined> => {
      if ((csv || jsonl) && Object.keys(query).length > 0) throw new Error('--csv and --jsonl write all items.')
      if (csv || jsonl) return exported(market, task, { jsonl, output, pending, perItem })
      if (output || pending || perItem) throw new Error('--output, --pending and --per-item need --csv or --jsonl.')
      return market.tasks.results(task, query)
    },
  }).argument('<task>', 'id of the task', idOf)
  withPage(results)
    .option('--status <status>', 'of the items, such as Completed')
    .option('--external-id <text>', 'your id of an item')
    .option('--report-status <status>', 'with an answer of a report with this status, such as Pending')
    .addOption(new Option('--agreement <which>', 'of the answers to an item').choices(['Equal', 'Differs']))
    .option('--member <name>', 'a member of the answers: what --agreement compares, and what has the --value')
    .option('--value <text>', 'with an answer whose member has this value')
    .addOption(new Option('--csv', 'write all accepted answers as CSV, one in each line').conflicts('jsonl'))
    .addOption(
      new Option('--per-item', 'CSV with one item in each line, and the result of its answers').conflicts('jsonl'),
    )
    .option('--jsonl', 'write all items with their accepted answers as JSON, one in each line')
    .option('--pending', 'with answers that wait for your review')
    .option('--output <path>', 'the file to write; default: standard output')
}

export function addAccuraciesCommand(parent: Command): void {
  const accuracies = command({
    parent,
    words: 'accuracies',
    about: 'list how accurate the executors of a task are, by its gold items',
    row: ({ executorId, rightCount, answeredCount, accuracy, passed, stoppedAtUtc }) => ({
      executorId,
      right: rightCount,
      answered: answeredCount,
      accuracy,
      passed,
      stoppedAtUtc,
    }),
    act: (market, task: number, query: Page) => market.tasks.accuracies(task, query),
  }).argument('<task>', 'id of the task', idOf)
  withPage(accuracies)
}

/** Returns an item as a row: what follows from its answers, and for each member of the answers that count, a column with all its values. */
function rowOf({ itemId, externalId, status, answers, result }: Output): Output {
  const values = (answers as readonly Answer[])
    .filter(({ status: decision, value }) => value && decision !== 'Rejected' && decision !== 'Withdrawn')
    .map(({ value = {} }) => value)
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  const columns = names.map((name) => [`answer.${name}`, values.map((value) => textOf(value[name])).join(', ')])
  const found = result as Result | undefined
  const results = Object.entries(found?.answer ?? {}).map(([name, value]) => [`result.${name}`, textOf(value)])
  return {
    itemId,
    externalId,
    status,
    answers: values.length,
    ...Object.fromEntries(results),
    ...(found ? { confidence: found.confidence } : {}),
    ...Object.fromEntries(columns),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const exported = async (market: Marketplace, task: number, { jsonl, output, pending, perItem }: Writing) => {
  const query = {
    format: jsonl ? 'jsonl' : 'csv',
    ...(pending && { status: ['Accepted', 'Pending'] }),
    ...(perItem && { lines: 'Items' }),
  } as const
  return writeBody(await market.tasks.exportResults(task, query as never), output)
}
