import { acceptReport } from '../../executions/accept/actions.ts'
import { checkForFraud } from '../../executions/fraud-checks/actions.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { idOf } from '../../values/id.ts'
import type { Call } from './client.ts'
import type { ListedItem } from './market.ts'
import type { Name, People } from './people.ts'
import { working } from './work.ts'

/** The offers with work. */
export type Offers = readonly ListedItem[]

const offerAt = (offers: Offers, index: number): ListedItem => offers[index % offers.length] as ListedItem

/** Accepted work per executor, as indexes of offers: most of it on the best paid ones. */
const done: readonly (readonly [who: Name, offers: readonly number[]])[] = [
  ['executor', [1, 1, 1, 1, 1, 1, 2, 2, 0, 0, 3]],
  ['executor2', [1, 1, 1, 2]],
  ['executor3', [0, 2, 4]],
]

/** Creates work that was accepted long enough ago to be withdrawn. */
export async function tellPast(ctx: Ctx, call: Call, people: People, offers: Offers): Promise<void> {
  const { submit } = working(call, people)
  const requirement = { credential: 'ApiKey', role: 'Advertiser', scope: 'reports:write' } as const
  // Cleared at once, so that a withdrawal can be tried without waiting a day.
  const config = { ...ctx.config, clearingSeconds: 0 }
  const early = { ...ctx, config, by: { bearer: people.keys.advertiser, requirement, address: undefined } }
  await Promise.all(
    done.map(async ([who, indexes], person) => {
      for (const [turn, index] of indexes.entries()) {
        const praise = { rating: 3 + ((turn + person) % 3), ...(turn === 0 ? { comment: 'Just what we needed.' } : {}) }
        const id = await submit({ who, offer: offerAt(offers, index), picture: 10 + 20 * person + turn })
        await acceptReport(early, { id: idOf(id), ...praise })
      }
    }),
  )
  await withdrawals(call, people)
}

const bank = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' }

async function withdrawals(call: Call, { tokens }: People): Promise<void> {
  const ask = async (who: Name, amount: number) =>
    (await call('POST', '/api/executor/withdrawals', tokens[who], { amount, method: bank })).id
  const paid = await ask('executor', 8)
  await call('POST', `/api/operator/withdrawals/${paid}/approve`, tokens.operator)
  await call('POST', `/api/operator/withdrawals/${paid}/paid`, tokens.operator, { reference: 'SEPA-0001' })
  await ask('executor', 5)
  await ask('executor2', 6)
}

/** Creates work in progress: to review, to rework, to dispute. */
export async function tellPresent(call: Call, people: People, offers: Offers): Promise<void> {
  const work = working(call, people)
  await Promise.all([executor(work, offers), executor2(work, offers), executor3(work, offers), more(work, offers)])
}

type Work = ReturnType<typeof working>
const unclear = { reason: 'One cannot read the text in the picture. Please take it again, from nearer.' }
const mismatch = { reason: 'The picture shows something else.', reasonCode: 'ProofMismatch', failedCriteria: ['c1'] }
const unfinished = { reason: 'Two of the questions have no answer.', reasonCode: 'NotCompleted' }
const statement = 'The picture shows exactly what the title asks for: look at the lower left corner.'

async function executor({ accepted, rejected, appeal, sendBack, submit }: Work, offers: Offers): Promise<void> {
  const on = (index: number, picture: number) => ({ who: 'executor', offer: offerAt(offers, index), picture }) as const
  await accepted(on(1, 101), { rating: 5, comment: 'Thank you, very thorough.', bonus: 1 })
  await appeal('executor', await rejected(on(0, 102), mismatch), statement)
  await rejected(on(1, 103), unfinished)
  await sendBack(on(0, 104), unclear)
  await submit(on(1, 105))
  await submit(on(2, 106))
}

async function executor2({ rejected, appeal, answer, submit }: Work, offers: Offers): Promise<void> {
  const on = (index: number, picture: number) => ({ who: 'executor2', offer: offerAt(offers, index), picture }) as const
  const refused = await rejected(on(1, 202), mismatch)
  await appeal('executor2', refused, statement)
  await answer(refused, 'We looked again: the corner shows the page of somebody else.')
  await submit(on(0, 201))
}

async function executor3({ mend, submit }: Work, offers: Offers): Promise<void> {
  const on = (index: number, picture: number) => ({ who: 'executor3', offer: offerAt(offers, index), picture }) as const
  await mend(on(0, 301), unclear)
  await submit(on(1, 302))
  await submit(on(3, 303))
}

async function more({ submit }: Work, offers: Offers): Promise<void> {
  for (const [who, first] of [
    ['executor4', 400],
    ['executor5', 450],
  ] as const)
    for (const index of [0, 1, 2]) await submit({ who, offer: offerAt(offers, index), picture: first + index })
}

/** Creates work that fraud checks flag: a picture that another executor had sent, and work done too fast. */
export async function tellSuspicious(ctx: Ctx, call: Call, people: People, offers: Offers): Promise<void> {
  const unhurried = { ...ctx, config: { ...ctx.config, tooFastSeconds: 0 } }
  const examined = async () => {
    while ((await checkForFraud(unhurried)) > 0);
  }
  const { submit } = working(call, people)
  await examined()
  await submit({ who: 'executor2', offer: offerAt(offers, 2), picture: 106 })
  await examined()
  await submit({ who: 'executor5', offer: offerAt(offers, 3), picture: 460 })
}
