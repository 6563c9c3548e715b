import { createAccount, createKey } from '../../../server/accounts/actions.ts'
import { deposit } from '../../../server/payments/deposits/actions-bookings.ts'
import { advertiserEmail } from '../../../server/sandbox/sandbox.ts'
import type { Callers } from '../../support/callers.ts'
import { activeOffer, expectOk, type Person, submittedWork } from '../../support/fixtures.ts'
import { anyKeys, type Operation, type Rest } from './operation.ts'
import { active, nothing } from './ready.ts'

const script = async (callers: Callers) => ({
  taskId: await active(callers),
  steps: ['Reserve', 'Cancel'],
  statement: 'It is there.',
})

async function scripted(callers: Callers) {
  const body = await script(callers)
  return { id: expectOk(await callers.advertiser.b.post('/v1/sandbox/executors', body)).id, body }
}

const simulated = new WeakMap<object, Promise<Person>>()

/** Returns the simulated advertiser of a market. */
async function makeSimulated({ market }: Callers): Promise<Person> {
  const email = advertiserEmail
  const { id } = await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en' })
  await deposit(market.ctx, { email, amount: 1000 })
  const { secret: key } = await createKey(market.ctx, { email })
  return { id, email, token: '', a: market.as(), key, b: market.as(key) }
}

async function review(callers: Callers) {
  const advertiser = simulated.get(callers.market) ?? makeSimulated(callers)
  simulated.set(callers.market, advertiser)
  const { id: offer } = await activeOffer(callers.market, { advertiser: await advertiser })
  const { id: reportId } = await submittedWork(callers.market, offer)
  return { body: { reportId, decision: 'Accept', reason: 'It is good.' } }
}

const ofExecutor: Rest = { whose: 'own', missing: '404 sandbox_executor_not_found' }

/** Operations of sandboxes, called in a market that is one. */
export const sandboxOperations: readonly Operation[] = [
  anyKeys('GET /sandbox/clock', nothing),
  anyKeys('POST /sandbox/clock', async () => ({ body: { seconds: 1 } })),
  anyKeys('POST /sandbox/deposits', async () => ({ body: { amount: 1 } })),
  anyKeys('POST /sandbox/executors', async (callers) => ({ body: await script(callers) })),
  anyKeys('POST /sandbox/executors/:executorId/steps', scripted, ofExecutor),
  anyKeys('POST /sandbox/reviews', review),
  anyKeys('POST /sandbox/reset', nothing),
]
