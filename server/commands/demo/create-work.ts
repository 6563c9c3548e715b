import { checkForFraud } from '../../executions/fraud-checks/actions.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Clients } from './clients.ts'
import type { OfferItem } from './create-offers.ts'
import type { Name } from './people.ts'
import { workSteps } from './work-steps.ts'

type Offers = readonly OfferItem[]

const offerAt = (offers: Offers, index: number): OfferItem => offers[index % offers.length] as OfferItem

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
