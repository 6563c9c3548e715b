import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { amountOf } from './input/options.ts'
import { command, idOf, withPage } from './program.ts'

type Query = NonNullable<Parameters<Marketplace['reports']['list']>[0]>
type Taken = NonNullable<Parameters<Marketplace['tasks']['reservations']>[1]>
type Reasoned = { readonly reason: string }
type Bonus = Reasoned & { readonly amount: string; readonly externalId?: string; readonly idempotencyKey?: string }

export function addReportCommands(program: Command): void {
  const parent = program.command('reports').description('review the work on your tasks').exitOverride()
  const list = command({
    parent,
    words: 'list',
    about: 'list reports, newest first',
    columns: ['id', 'status', 'taskId', 'costPerAction', 'submittedAtUtc', 'reviewDeadlineAtUtc'],
    act: (market, { task, ...query }: Query & { readonly task?: number }) =>
      market.reports.list({ ...query, ...(task !== undefined && { taskId: task }) }),
  })
  withPage(list).option('--status <status>', 'such as Pending').option('--task <id>', 'only of this task', idOf)
  const one = <Options>(
    words: string,
    about: string,
    act: (market: Marketplace, id: number, options: Options) => PromiseLike<object>,
  ) => command({ parent, words, about, act }).argument('<id>', 'id of the report', idOf)
  const withReason = (added: Command) => added.requiredOption('--reason <text>', 'the executor reads it')
  one('get', 'show a report with its answers and proofs', (market, id) => market.reports.get(id))
  one('accept', 'accept the work and pay its executor', (market, id) => market.reports.accept(id))
  command({
    parent,
    words: 'accept-all',
    about: 'accept the reports of a task that wait for review and have no flag, and pay their executors',
    act: (market, task: number) => acceptAll(market, task),
  }).argument('<task>', 'id of the task', idOf)
  withReason(one('reject', 'reject the work', (market, id, body: Reasoned) => market.reports.reject(id, body)))
  withReason(
    one('rework', 'send the work back to be mended', (market, id, body: Reasoned) =>
      market.reports.requestRework(id, body),
    ),
  )
  withReason(
    one('bonus', 'pay the executor a bonus', (market, id, { amount, reason, externalId, ...options }: Bonus) =>
      market.reports.giveBonus(id, { amount, reason, ...(externalId ? { externalId } : {}) }, options),
    ),
  )
    .requiredOption('--amount <amount>', 'such as 1.5', amountOf)
    .option('--external-id <text>', 'your id of this bonus, which is paid once for ever')
    .option('--idempotency-key <text>', 'repeated with the same text, the command takes effect once')
}

export function addParticipantsCommand(parent: Command): void {
  const participants = command({
    parent,
    words: 'participants',
    about: 'list who has or had a slot of a task, newest first',
    columns: ['id', 'executorId', 'kind', 'status', 'createdAtUtc', 'expiresAtUtc', 'endedAtUtc'],
    act: (market, task: number, query: Taken) => market.tasks.reservations(task, query),
  }).argument('<task>', 'id of the task', idOf)
  withPage(participants).option('--status <status>', 'such as Active')
}

async function acceptAll(market: Marketplace, task: number) {
  const counts = { accepted: 0, refused: 0, flagged: 0 }
  for (let after: number | null | undefined; after !== null; ) {
    const found = await market.tasks.reportsByAnswers(task, after === undefined ? {} : { after })
    counts.flagged += found.flaggedCount
    if (found.reports.length > 0) {
      const items = found.reports.map(({ id, version }) => ({ id, version, action: 'accept' as const }))
      for (const { ok } of (await market.reports.bulk({ items })).results) counts[ok ? 'accepted' : 'refused']++
    }
    after = found.nextAfter
  }
  return { taskId: task, ...counts }
}
