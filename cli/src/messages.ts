import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { command, idOf, withPage } from './program.ts'

type Page = NonNullable<Parameters<Marketplace['messages']['list']>[1]>
type Query = NonNullable<Parameters<Marketplace['messages']['conversations']>[0]>
type Sent = { readonly text: string; readonly idempotencyKey?: string }
type SentToMany = Sent & { readonly status: Parameters<Marketplace['messages']['sendToMany']>[1]['statuses'] }

const conversationAbout = 'id of the reservation'
const textAbout = 'plain text, up to 2,000 characters'
const onceAbout = 'repeated with the same text, the command takes effect once'

export function addMessageCommands(program: Command): void {
  const parent = program.command('messages').description('write to the executors of your tasks').exitOverride()
  const conversations = command({
    parent,
    words: 'conversations',
    about: 'list conversations, the one with the newest message first',
    columns: ['id', 'taskId', 'reportId', 'executorId', 'unreadCount', 'lastMessageAtUtc'],
    act: (market, { task, unread, ...query }: Query & { readonly task?: number }) =>
      market.messages.conversations({
        ...query,
        ...(unread && { unread }),
        ...(task !== undefined && { taskId: task }),
      }),
  })
  withPage(conversations)
    .option('--unread', 'only with unread messages')
    .option('--task <id>', 'only of this task', idOf)
  withPage(
    command({
      parent,
      words: 'list',
      about: 'list the messages of a conversation, newest first',
      columns: ['id', 'from', 'text', 'sentAtUtc', 'isRead'],
      act: (market, id: number, query: Page) => market.messages.list(id, query),
    }).argument('<conversation>', conversationAbout, idOf),
  )
  addSending(parent)
}

function addSending(parent: Command): void {
  command({
    parent,
    words: 'send',
    about: 'write to the executor of a reservation',
    act: (market, id: number, { text, ...options }: Sent) => market.messages.send(id, { text }, options),
  })
    .argument('<conversation>', conversationAbout, idOf)
    .requiredOption('--text <text>', textAbout)
    .option('--idempotency-key <text>', onceAbout)
  command({
    parent,
    words: 'send-to-many',
    about: 'write to the executors of a task whose work has one of the statuses',
    act: (market, task: number, { text, status, ...options }: SentToMany) =>
      market.messages.sendToMany(task, { text, statuses: status }, options),
  })
    .argument('<task>', 'id of the task', idOf)
    .requiredOption('--text <text>', textAbout)
    .requiredOption('--status <status...>', 'such as Reserved Pending')
    .option('--idempotency-key <text>', onceAbout)
}
