import type { Marketplace } from '@task-marketplace/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { command } from './program.ts'

type Steps = Parameters<Marketplace['sandbox']['createExecutor']>[0]['steps']
/** What happens to a new task of the sandbox until the event has happened. */
type Script = {
  /** Members of the task. */
  readonly task?: Partial<Parameters<Marketplace['tasks']['create']>[0]>
  readonly before?: (market: Marketplace) => PromiseLike<unknown>
  readonly steps?: Steps
  readonly decide?: (market: Marketplace, report: number) => PromiseLike<unknown>
  readonly afterwards?: Steps
  readonly end?: (market: Marketplace, task: number) => PromiseLike<unknown>
}

const submitted: Steps = ['Reserve', 'Submit']
const reason = 'Triggered by the command line.'

const scripts: Readonly<Record<string, Script>> = {
  'task.created': {},
  'report.submitted': { steps: submitted },
  'report.accepted': { steps: submitted, decide: (market, report) => market.reports.accept(report) },
  'task.completed': { steps: submitted, decide: (market, report) => market.reports.accept(report) },
  'item.completed': {
    task: { items: [{ data: {} }] },
    steps: submitted,
    decide: (market, report) => market.reports.accept(report),
  },
  'report.rejected': { steps: submitted, decide: (market, report) => market.reports.reject(report, { reason }) },
  'report.rework_requested': {
    steps: submitted,
    decide: (market, report) => market.reports.requestRework(report, { reason }),
  },
  'report.disputed': {
    steps: submitted,
    decide: (market, report) => market.reports.reject(report, { reason }),
    afterwards: ['Appeal'],
  },
  'report.withdrawn': { steps: [...submitted, 'Withdraw'] },
  // The marketplace approves the tasks of a sandbox at once.
  'task.moderated': {},
  'task.paused': { end: (market, task) => market.tasks.update(task, { status: 'Paused' }) },
  'task.archived': { end: (market, task) => market.tasks.archive(task) },
  'balance.low': {
    before: async (market) => market.balance.update({ lowBalanceThreshold: (await market.balance.get()).available }),
    end: (market) => market.balance.update({ lowBalanceThreshold: null }),
  },
}

export function addTriggerCommand(parent: Command): void {
  command({
    parent,
    words: 'trigger',
    about: 'make an event happen in the sandbox, with a test key',
    act: trigger,
  }).argument('<type>', Object.keys(scripts).join(', '), typeOf)
}

function typeOf(text: string): string {
  if (Object.hasOwn(scripts, text)) return text
  throw new InvalidArgumentError(`It must be one of ${Object.keys(scripts).join(', ')}.`)
}

async function trigger(market: Marketplace, type: string) {
  const { key } = await market.whoAmI()
  if (key.livemode) throw new Error('Events are triggered in a sandbox only. Use a test key (mkt_test_…).')
  const { before, task = { totalLimit: 1 }, steps, decide, afterwards, end } = scripts[type] as Script
  const [price] = await market.catalog.prices()
  if (!price) throw new Error('The sandbox has no prices.')
  await before?.(market)
  const { id: taskId } = await market.tasks.create({
    offerPriceId: price.id,
    title: `Triggered: ${type}`,
    ...task,
  })
  if (end) await end(market, taskId)
  if (!steps) return { type, taskId }
  const { id, reportId, steps: done } = await market.sandbox.createExecutor({ taskId, steps })
  mustBeDone(done)
  if (decide && reportId !== null) await decide(market, reportId)
  if (afterwards) mustBeDone((await market.sandbox.runExecutor(id, { taskId, steps: afterwards })).steps)
  return { type, taskId, reportId, executorId: id }
}

function mustBeDone(
  steps: readonly { readonly step: string; readonly outcome: string; readonly detail: string | null }[],
) {
  const refused = steps.find(({ outcome }) => outcome !== 'Done')
  if (refused) throw new Error(`The simulated executor could not ${refused.step.toLowerCase()}: ${refused.detail}`)
}
