import { checkForFraud } from '../../executions/fraud-checks/actions.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { acceptReport } from '../../reviews/actions.ts'
import { idOf } from '../../values/id.ts'
import { asOperator, type Clients } from './clients.ts'
import type { OfferItem } from './create-offers.ts'
import type { Name, People } from './people.ts'
import { workSteps } from './work-steps.ts'

type Offers = readonly OfferItem[]

const offerAt = (offers: Offers, index: number): OfferItem => offers[index % offers.length] as OfferItem

/** Accepted work per executor, as indexes of offers: most of it on the best paid ones. */
const acceptedWork: readonly (readonly [executor: Name, offers: readonly number[]])[] = [
  ['executor', [1, 1, 1, 1, 1, 1, 2, 2, 0, 0, 3]],
  ['executor2', [1, 1, 1, 2]],
  ['executor3', [0, 2, 4]],
]

/** Creates work that was accepted long enough ago to be withdrawn. */
export async function createPastWork(ctx: Ctx, clients: Clients, { keys }: People, offers: Offers): Promise<void> {
  const { submit } = workSteps(clients)
  const requirement = { credential: 'ApiKey', role: 'Advertiser', scope: 'reports:write' } as const
  // Cleared at once, so that a withdrawal can be tried without waiting a day.
  const config = { ...ctx.config, clearingSeconds: 0 }
  const early = { ...ctx, config, by: { bearer: keys.advertiser, requirement, address: undefined } }
  await Promise.all(
    acceptedWork.map(async ([who, indexes], person) => {
      for (const [n, index] of indexes.entries()) {
        const review = { rating: 3 + ((n + person) % 3), ...(n === 0 ? { comment: 'Just what we needed.' } : {}) }
        const id = await submit({ who, offer: offerAt(offers, index), picture: 10 + 20 * person + n })
        await acceptReport(early, { id: idOf(id), ...review })
      }
    }),
  )
  await withdrawals(clients)
}

const method = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' } as const

async function withdrawals(clients: Clients): Promise<void> {
  const { executor, executor2 } = clients
  const { id } = await executor.earnings.withdraw({ amount: '8', method })
  await asOperator(clients.operator, `withdrawals/${id}/approve`)
  await asOperator(clients.operator, `withdrawals/${id}/paid`, { reference: 'SEPA-0001' })
  await executor.earnings.withdraw({ amount: '5', method })
  await executor2.earnings.withdraw({ amount: '6', method })
}

/** Creates work in progress: to review, to rework, to dispute. */
export async function createCurrentWork(clients: Clients, offers: Offers): Promise<void> {
  const steps = workSteps(clients)
  await Promise.all([executor(steps, offers), executor2(steps, offers), executor3(steps, offers), more(steps, offers)])
}

type Steps = ReturnType<typeof workSteps>
const unclear = { reason: 'The text in the picture is not readable. Please take it again, from nearer.' }
const elsewhere = 'The picture shows something else.'
const mismatch = { reason: elsewhere, reasonCode: 'ProofMismatch' as const, failedCriteria: ['c1'] }
const unfinished = { reason: 'Two of the questions have no answer.', reasonCode: 'NotCompleted' as const }
const statement = 'The picture shows exactly what the title asks for: look at the lower left corner.'

const workOf = (who: Name, offers: Offers) => (index: number, picture: number) => ({
  who,
  picture,
  offer: offerAt(offers, index),
})

async function executor({ accepted, rejected, appeal, sendBack, submit }: Steps, offers: Offers): Promise<void> {
  const on = workOf('executor', offers)
  await accepted(on(1, 101), { rating: 5, comment: 'Thank you, very thorough.', bonus: '1' })
  await appeal('executor', await rejected(on(0, 102), mismatch), statement)
  await rejected(on(1, 103), unfinished)
  await sendBack(on(0, 104), unclear)
  await submit(on(1, 105))
  await submit(on(2, 106))
}

async function executor2({ rejected, appeal, answer, submit }: Steps, offers: Offers): Promise<void> {
  const on = workOf('executor2', offers)
  const refused = await rejected(on(1, 202), mismatch)
  await appeal('executor2', refused, statement)
  await answer(refused, "We looked again: the corner shows somebody else's page.")
  await submit(on(0, 201))
}

async function executor3({ rework, submit }: Steps, offers: Offers): Promise<void> {
  const on = workOf('executor3', offers)
  await rework(on(0, 301), unclear)
  await submit(on(1, 302))
  await submit(on(3, 303))
}

async function more({ submit }: Steps, offers: Offers): Promise<void> {
  for (const index of [0, 1, 2]) await submit(workOf('executor4', offers)(index, 400 + index))
  for (const index of [0, 1, 2]) await submit(workOf('executor5', offers)(index, 450 + index))
}

/** Creates work that fraud checks flag: a picture that another executor had sent, and work done too fast. */
export async function createSuspiciousWork(ctx: Ctx, clients: Clients, offers: Offers): Promise<void> {
  const withoutHaste = { ...ctx, config: { ...ctx.config, tooFastSeconds: 0 } }
  const checkAll = async () => {
    while ((await checkForFraud(withoutHaste)) > 0);
  }
  const { submit } = workSteps(clients)
  await checkAll()
  await submit(workOf('executor2', offers)(2, 106))
  await checkAll()
  await submit(workOf('executor5', offers)(3, 460))
}
