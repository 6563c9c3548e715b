import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { fileOf, importFile } from './import-items.ts'
import { amountOf } from './input/options.ts'
import { clientOf, command, idOf, idsOf, isJson, jsonIn, withPage } from './program.ts'
import { newProgress } from './progress.ts'

type Query = NonNullable<Parameters<Marketplace['tasks']['items']>[1]>
type Added = Parameters<Marketplace['tasks']['addItems']>[1]
type Change = Parameters<Marketplace['tasks']['cancelItems']>[1]
type Bounded = { readonly maxCost?: string }
type Adding = Bounded & { readonly file: string; readonly idempotencyKey?: string }

const maxCostText = 'refuse it if the whole task would cost more'
const onceText = 'repeated with the same text, the command takes effect once'

export function addItemCommands(program: Command): void {
  const parent = program.command('items').description('the inputs of a task, such as pictures').exitOverride()
  const list = command({
    parent,
    words: 'list',
    about: 'list the items of a task',
    row: ({ id, externalId, status, data }) => ({ id, externalId, status, data: JSON.stringify(data) }),
    act: (market, task: number, options: Query) => market.tasks.items(task, options),
  }).argument('<task>', 'id of the task', idOf)
  withPage(list).option('--status <status>', 'such as Waiting').option('--external-id <text>', 'your id of an item')
  addChanges(parent)
  addImport(parent)
}

function addChanges(parent: Command): void {
  command({
    parent,
    words: 'add',
    about: 'add up to 1,000 items, all or none, and hold their cost',
    act: async (market, task: number, { file, maxCost, ...options }: Adding) =>
      market.tasks.addItems(task, { ...(await itemsIn(file)), ...(maxCost && { maxCost }) }, options),
  })
    .argument('<task>', 'id of the task', idOf)
    .requiredOption('--file <path>', 'a JSON list of items, such as [{ "data": { … } }]; - reads standard input')
    .option('--max-cost <amount>', maxCostText, amountOf)
    .option('--idempotency-key <text>', onceText)
  command({
    parent,
    words: 'cancel',
    about: 'cancel items that are open or waiting, and release their cost',
    act: (market, task: number, ids: readonly number[] | undefined, { all }: { readonly all?: true }) =>
      market.tasks.cancelItems(task, whichOf(ids, all)),
  })
    .argument('<task>', 'id of the task', idOf)
    .argument('[items...]', 'ids of items', idsOf)
    .option('--all', 'all that are open or waiting')
  command({
    parent,
    words: 'ask-again',
    about: 'ask again for items that wait, and hold their cost',
    act: (market, task: number, itemIds: readonly number[], { maxCost }: Bounded) =>
      market.tasks.askAgainForItems(task, { itemIds: [...itemIds], ...(maxCost && { maxCost }) }),
  })
    .argument('<task>', 'id of the task', idOf)
    .argument('<items...>', 'ids of items', idsOf)
    .option('--max-cost <amount>', maxCostText, amountOf)
}

/** The items of a file, which is a list or the body of a request. */
async function itemsIn(path: string): Promise<Added> {
  const given = await jsonIn(path)
  return (Array.isArray(given) ? { items: given } : given) as Added
}

function whichOf(ids: readonly number[] = [], all: true | undefined): Change {
  if (all ? ids.length === 0 : ids.length > 0) return all ? { all } : { itemIds: [...ids] }
  throw new Error('Name the ids of items, or --all, but not both.')
}

function addImport(parent: Command): void {
  const importing: Command = command({
    parent,
    words: 'import',
    about: 'add the items of a file, all or none, and wait until they are there',
    act: async (_, task: number, path: string, { maxCost }: Bounded): Promise<object | undefined> => {
      const progress = newProgress(process.stderr)
      const market = (send: typeof fetch) => clientOf(importing, send)
      return importFile({ market, task, maxCost, file: await fileOf(path), progress, isJson: isJson(importing) })
    },
  })
    .argument('<task>', 'id of the task', idOf)
    .argument('<file>', 'a CSV file (.csv), or one JSON item in each line (.jsonl, .ndjson)')
    .option('--max-cost <amount>', maxCostText, amountOf)
    .addHelpText(
      'after',
      '\nWrong lines are printed with their numbers, and the exit code is 1. Repeated with an unchanged file, it is the same import.',
    )
}
