import type { Marketplace } from '@task-marketplace/sdk'
import type { Command } from 'commander'
import { countOf } from './input/options.ts'
import { command, idOf } from './program.ts'

type Options = { readonly executors?: number; readonly careless?: number; readonly screenedOut?: number }
type Step = Parameters<Marketplace['sandbox']['createExecutor']>[0]['steps'][number]
type Person = { readonly work: Step; id?: string }

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
    .option('--careless <number>', 'how many of them submit wrong work, or fail a check of a study; default 0', countOf)
    .option('--screened-out <number>', 'how many of them a study turns away; default 0', countOf)
  command({
    parent,
    words: 'advance',
    about: 'move the clock of the sandbox forward, and do what becomes due',
    act: (market, seconds: number) => market.sandbox.advance({ seconds }),
  }).argument('<seconds>', 'such as 3600', countOf)
}

async function work(market: Marketplace, taskId: number, options: Options) {
  const { page } = await market.tasks.get(taskId)
  const people = peopleOf(options, page?.signed === true)
  const counts = { reports: 0, screenedOut: 0, withoutWork: 0 }
  let endedBy = ''
  for (let left = people; left.length > 0; ) {
    const working: Person[] = []
    for (const person of left) {
      const isFirst = person.id === undefined
      const refusal = await takeTurn(market, taskId, person)
      if (refusal === undefined) {
        counts[person.work === 'ScreenOut' ? 'screenedOut' : 'reports']++
        working.push(person)
      } else {
        endedBy = refusal
        if (isFirst) counts.withoutWork++
      }
    }
    left = working
  }
  return { taskId, executors: people.length, ...counts, endedBy }
}

/** Returns one simulated executor for each place: first the careless ones, then those to be screened out, then all others. */
function peopleOf(
  { executors = executorsDefault, careless = 0, screenedOut = 0 }: Options,
  isStudy: boolean,
): Person[] {
  const [good, bad]: [Step, Step] = isStudy ? ['Complete', 'FailCheck'] : ['Submit', 'SubmitBad']
  return Array.from({ length: executors }, (_, place) => ({
    work: place < careless ? bad : place < careless + screenedOut ? 'ScreenOut' : good,
  }))
}

/** Reserves and works once. Returns why that was refused; undefined: it was not. */
async function takeTurn(market: Marketplace, taskId: number, person: Person): Promise<string | undefined> {
  const script = { taskId, steps: ['Reserve' as const, person.work] }
  const done = await (person.id === undefined
    ? market.sandbox.createExecutor(script)
    : market.sandbox.runExecutor(person.id, script))
  person.id = done.id
  const refused = done.steps.find(({ outcome }) => outcome !== 'Done')
  if (refused) return refused.detail ?? refused.step
  return done.reservationId === null ? undefined : 'The work was not submitted.'
}
