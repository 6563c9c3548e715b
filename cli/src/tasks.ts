import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { amountOf } from './input/options.ts'
import { command, idOf, jsonIn, withPage } from './program.ts'
import { wordsOf } from './table.ts'

type Body = Parameters<Marketplace['tasks']['create']>[0]
type Change = Parameters<Marketplace['tasks']['update']>[1]
type Query = NonNullable<Parameters<Marketplace['tasks']['list']>[0]>

export function addTaskCommands(program: Command): void {
  const parent = program.command('tasks').description('create and follow tasks').exitOverride()
  const list = command({
    parent,
    words: 'list',
    about: 'list tasks, newest first',
    columns: ['id', 'status', 'title', 'totalLimit', 'costPerAction', 'createdAtUtc'],
    act: (market, options: Query) => market.tasks.list(options),
  })
  withPage(list).option('--status <status>', 'such as Active').option('--search <text>', 'part of the title')
  const one = (words: string, about: string, act: (market: Marketplace, id: number) => PromiseLike<object>) =>
    command({ parent, words, about, act }).argument('<id>', 'id of the task', idOf)
  one('get', 'show a task', (market, id) => market.tasks.get(id))
  one('publish', 'submit a draft for moderation and hold its cost', (market, id) =>
    market.tasks.update(id, { status: 'PendingModeration' }),
  )
  one('pause', 'pause a task: nobody can reserve', (market, id) => market.tasks.update(id, { status: 'Paused' }))
  one('resume', 'resume a paused task', (market, id) => market.tasks.update(id, { status: 'Active' }))
  one('archive', 'end a task for good and release the money that it holds', (market, id) => market.tasks.archive(id))
  command({
    parent,
    words: 'quotas',
    about: 'list the quotas of a task, and how many of their places are taken',
    row: ({ name, max, taken, ...who }) => ({ name, max, taken, who: wordsOf(who) }),
    act: async (market, id: number) => ({ items: (await market.tasks.get(id)).quotas ?? [] }),
  }).argument('<id>', 'id of the task', idOf)
  addCreation(parent)
}

type Creation = {
  readonly file: string
  readonly maxCost?: string
  readonly draft?: true
  readonly idempotencyKey?: string
}
const fileText = 'the task as JSON; - reads standard input'

function addCreation(parent: Command): void {
  command({
    parent,
    words: 'estimate',
    about: 'show the cost of a task without saving it',
    act: async (market, { file }: Creation) => market.tasks.estimate((await jsonIn(file)) as Body),
  }).requiredOption('--file <path>', fileText)
  command({
    parent,
    words: 'create',
    about: 'create a task and hold its cost',
    act: async (market, { file, maxCost, draft, ...options }: Creation) => {
      const body = (await jsonIn(file)) as Body
      return market.tasks.create({ ...body, ...(maxCost && { maxCost }), ...(draft && { draft }) }, options)
    },
  })
    .requiredOption('--file <path>', fileText)
    .option('--max-cost <amount>', 'refuse the task if it costs more', amountOf)
    .option('--draft', 'only save it')
    .option('--idempotency-key <text>', 'repeated with the same text, the command takes effect once')
  command({
    parent,
    words: 'update',
    about: 'change members of a task, such as its texts, quotas or rules; the others stay',
    act: async (market, id: number, { file }: { readonly file: string }) =>
      market.tasks.update(id, (await jsonIn(file)) as Change),
  })
    .argument('<id>', 'id of the task', idOf)
    .requiredOption('--file <path>', 'the members as JSON; - reads standard input')
}
