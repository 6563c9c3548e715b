import { openInstallation } from '../../server/commands/installation.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { createWakeup } from '../../server/platform/jobs/wakeup.ts'
import { clientOf } from '../support/client.ts'
import { pagesOf } from '../support/console.ts'
import { advertiser, executor, operator, type Person } from '../support/fixtures.ts'
import type { Components } from './components.ts'
import type { Send } from './send.ts'

/** The people who trade, and their initial money. */
export type Participants = {
  readonly advertisers: readonly Person[]
  readonly executors: readonly Person[]
  readonly operator: Person
  readonly fundsUnits: number
  readonly price: number
  /** By the account that owns the endpoint. */
  readonly secrets: ReadonlyMap<number, string>
}

const funds = 100_000
const [advertisers, executors] = [3, 8]
const kinds = [
  'task.created',
  'task.completed',
  'report.submitted',
  'report.accepted',
  'report.rejected',
  'report.rework_requested',
  'report.disputed',
  'report.withdrawn',
  'task.moderated',
  'task.paused',
  'task.archived',
  'balance.low',
]

/** Creates accounts, and an endpoint for each advertiser, before any fault. */
export async function createParticipants(
  parts: Pick<Components, 'settings' | 'nodeAddresses' | 'hooks'>,
  ask: Send,
): Promise<Participants> {
  const people = await peopleIn(parts)
  const secrets = new Map<number, string>()
  for (const { id, key } of people.advertisers) {
    const body = { url: `${parts.hooks}/${id}`, events: kinds }
    secrets.set(id, (await ask({ bearer: key, method: 'POST', path: '/v1/webhooks', body })).body.secret)
  }
  const bearer = people.operator.token
  const asked = { bearer: people.advertisers[0]?.token ?? bearer, method: 'GET', path: '/api/advertiser/offers/prices' }
  const prices: { code: string; id: number }[] = (await ask(asked)).body
  const price = prices.find(({ code }) => code === 'survey.external')?.id ?? 0
  return { ...people, secrets, price, fundsUnits: funds * 10_000 }
}

async function peopleIn({ settings, nodeAddresses }: Pick<Components, 'settings' | 'nodeAddresses'>) {
  const { ctx, logger, close } = await openInstallation(readConfig(settings()))
  const url = nodeAddresses[0]?.url ?? ''
  const as = (bearer?: string) => clientOf(url, bearer)
  const market = { url, ctx, wakeup: createWakeup(), logger, as, ...pagesOf(url, url), pass: () => {}, close }
  const several = async (count: number, make: () => Promise<Person>) => {
    const made: Person[] = []
    while (made.length < count) made.push(await make())
    return made
  }
  try {
    return {
      advertisers: await several(advertisers, () => advertiser(market, { funds })),
      executors: await several(executors, () => executor(market)),
      operator: await operator(market),
    }
  } finally {
    await close()
  }
}
