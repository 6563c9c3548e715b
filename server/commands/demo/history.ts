import { deposit } from '../../payments/deposits/actions-bookings.ts'
import { asOperator, type Clients, forEach, openerFor, type TaskBody } from './clients.ts'
import { creatorOf, type OfferItem, repeatable } from './create-offers.ts'
import { drawnInline } from './drawing.ts'
import { bookDeposit, payOut } from './history-money.ts'
import { type Next, numbers, oneOf } from './numbers.ts'
import { offersWithWork } from './offers.ts'
import type { Past } from './past.ts'
import { emailOf, type Name } from './people.ts'
import { receiptOf } from './receipt.ts'
import { workSteps } from './work-steps.ts'

export const daysOfHistory = 60
const receiptsInAll = 120
/** Items repeat their pictures. */
const receiptPictures = 8
/** The first offers can be done many times. */
const offersRepeated = 3
/** Nothing was paid out since, so that there is something to withdraw. */
const unpaidDays = 21
const [morning, noon] = [8 * 60 + 40, 12 * 60]

/** Work of one day, by the day of the week from Sunday. */
const workOnWeekday = [0, 1, 2, 1, 2, 2, 1] as const
/** The executors, and how many days ago each began. The first ones take most of the work. */
const began: readonly (readonly [executor: Name, daysAgo: number])[] = [
  ['executor', 60],
  ['executor', 60],
  ['executor2', 58],
  ['executor3', 47],
  ['executor4', 30],
  ['executor5', 14],
]
const receiptPage: NonNullable<TaskBody['page']> = {
  kind: 'form',
  show: [{ kind: 'image', value: '{{picture}}', label: 'The receipt' }],
  answerSchema: {
    type: 'object',
    properties: {
      total: { title: 'What is the total?', titles: { ru: 'Какова сумма?' }, type: 'number', minimum: 0 },
      shop: {
        title: 'What is the shop called?',
        titles: { ru: 'Как называется магазин?' },
        type: 'string',
        maxLength: 60,
      },
    },
    required: ['total', 'shop'],
  },
}
const wrongTotal = 'The total is wrong: it is the amount without the last line.'
const statement = 'The last line of the receipt is crossed out. I read what the shop charged.'

type Pending = { readonly id: number; readonly isRight: boolean; readonly who: Name }
type History = {
  readonly past: Past
  readonly clients: Clients
  readonly next: Next
  readonly receipts: number
  readonly offers: readonly OfferItem[]
  /** Who made a mistake: each does once. After two refusals, an executor gets no more work of an offer. */
  readonly mistaken: Set<Name>
}

/** Creates the work of sixty days: more on weekdays than at weekends, with wrong answers, disputes, deposits and withdrawals. */
export async function createHistory(past: Past, clients: Clients): Promise<readonly OfferItem[]> {
  past.goTo(daysOfHistory - 1, morning)
  await deposit(past.ctx, { email: emailOf('advertiser'), amount: 500, reference: 'INV-2000' })
  await deposit(past.ctx, { email: emailOf('advertiser2'), amount: 150, reference: 'INV-2001' })
  const { active } = await creatorOf(clients)
  const [receipts, offers] = [await openReceipts(clients), await active(offersWithWork, repeatable)]
  const history = { past, clients, next: numbers(41), receipts, offers, mistaken: new Set<Name>() }
  let pending: readonly Pending[] = []
  for (let day = daysOfHistory - 1; day >= 1; day--) {
    past.goTo(day, morning)
    await decide(history, pending)
    if (past.weekdayOf(day) === 1) await bookDeposit(clients, day)
    if (past.weekdayOf(day) === 4 && day > unpaidDays) await payOut(clients)
    pending = await workOfDay(history, day)
  }
  past.goToNow()
  await decide(history, pending)
  return offers
}

async function openReceipts(clients: Clients): Promise<number> {
  const pictures = await forEach([...Array(receiptPictures).keys()], (number) => drawnInline('receipt', number))
  const open = await openerFor(clients)
  return open('transcribe.text', {
    title: 'Read the total on a receipt',
    description:
      'Type the total as printed, with two decimals, and the name of the shop. Zoom in if the print is small.',
    rewardPerAction: '0.6',
    overlap: 2,
    itemsPerSlot: 2,
    perExecutorLimit: 100,
    page: receiptPage,
    items: Array.from({ length: receiptsInAll }, (_, number) => ({
      externalId: `receipt-${String(number + 1).padStart(3, '0')}`,
      data: { number: number % receiptPictures, picture: pictures[number % receiptPictures] as string },
    })),
  })
}

/** Each executor does at most one task a day. */
async function workOfDay(history: History, day: number): Promise<readonly Pending[]> {
  const { past, next } = history
  const count = workOnWeekday[past.weekdayOf(day)] ?? 0
  const active = began.filter(([, daysAgo]) => daysAgo >= day).map(([who]) => who)
  const who = new Set(Array.from({ length: count }, () => oneOf(next, active)))
  const minute = noon + next(480)
  past.goTo(day, minute)
  const submits = await Promise.all([...who].map((each) => start(history, each, day)))
  past.goTo(day, minute + 6 + next(10))
  return Promise.all(submits.map((submit) => submit()))
}

/** Reserves work, and returns how to submit it. */
async function start(
  { clients, next, receipts, offers, mistaken }: History,
  who: Name,
  day: number,
): Promise<() => Promise<Pending>> {
  if (next(6) === 0) {
    const { reserve, send } = workSteps(clients)
    const work = { who, offer: offers[next(offersRepeated)] as OfferItem, picture: 1_000 + 10 * day + who.length }
    const reservation = await reserve(work)
    return async () => ({ who, isRight: true, id: await send(work, reservation) })
  }
  const isRight = mistaken.has(who) || next(8) !== 0
  if (!isRight) mistaken.add(who)
  const { id: reservationId } = await clients[who].offers.reserve(receipts)
  const path = { reservationId }
  const { items } = await clients[who].request('get', '/api/executor/reservations/{reservationId}/work', { path })
  const answers = items.map(({ itemId, data }) => {
    const { shop, total } = receiptOf(Number((data as { number?: unknown }).number))
    return { itemId, value: { shop, total: isRight ? total : Math.round(total * 90) / 100 } }
  })
  return async () => ({
    who,
    isRight,
    id: (await clients[who].offers.submit(receipts, { reservationId, details: { answers } })).id,
  })
}

/** Decides on the work of the day before; half of the executors whose answers are refused ask an operator. */
async function decide({ clients, next }: History, pending: readonly Pending[]): Promise<void> {
  if (pending.length === 0) return
  const items = pending.map(({ id, isRight }) =>
    isRight
      ? { id, action: 'accept' as const, ...(next(3) === 0 ? { rating: 4 + next(2) } : {}) }
      : { id, action: 'reject' as const, reasonCode: 'NotCompleted' as const, reason: wrongTotal },
  )
  await clients.advertiser.reports.bulk({ items })
  for (const { id, who } of pending.filter(({ isRight }) => !isRight && next(2) === 0)) {
    const { dispute } = await clients[who].executions.dispute(id, { statement })
    const outcome = next(2) === 0 ? 'Executor' : 'Advertiser'
    await asOperator(clients.operator, `disputes/${dispute?.id}/decide`, {
      outcome,
      note: 'We read the receipt ourselves.',
    })
  }
}
