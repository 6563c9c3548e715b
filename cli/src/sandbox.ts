import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { countOf } from './input/options.ts'
import { command, idOf } from './program.ts'

type Options = { readonly executors?: number; readonly careless?: number }

const executorsDefault = 5

export function addSandboxCommands(program: Command): void {
  const parent = program.command('sandbox').description('simulate work, with a test key').exitOverride()
  command({
    parent,
    words: 'work',
    about: 'let simulated executors work on a task in turn, until none of them gets more of it',
    act: (market, task: number, options: Options) => work(market, task, options),
  })
    .argument('<task>', 'id of the task', idOf)
    .option('--executors <number>', `how many; default ${executorsDefault}`, countOf)
    .option('--careless <number>', 'how many of them submit wrong work; default 0', countOf)
}

async function work(market: Marketplace, taskId: number, { executors = executorsDefault, careless = 0 }: Options) {
  const ids: string[] = []
  let [reports, refusals, reason] = [0, 0, '']
  for (let turn = 0; refusals < executors; turn++) {
    const person = turn % executors
    const steps = ['Reserve' as const, person < careless ? ('SubmitBad' as const) : ('Submit' as const)]
    const id = ids[person]
    const done = await (id === undefined
      ? market.sandbox.createExecutor({ taskId, steps })
      : market.sandbox.runExecutor(id, { taskId, steps }))
    ids[person] = done.id
    const refused = done.steps.find(({ outcome }) => outcome !== 'Done')
    reason = refused?.detail ?? reason
    refusals = refused ? refusals + 1 : 0
    reports += refused ? 0 : 1
  }
  return { taskId, executors: ids.length, reports, endedBy: reason }
}
