import { hashOf } from '../../server/accounts/credential.ts'
import { sql } from '../../server/platform/sql.ts'
import { insertReservations, reserveFacts } from '../../server/reservations/sql.ts'
import { cancelReservations, meantFacts } from '../../server/reservations/sql-ending.ts'
import { firstNew, hotOffer, offerAt } from '../dataset-facts.ts'
import { asExecutor, marks, money, type Scenario } from '../scenario.ts'
import { reservedBefore } from '../setup.ts'

/** The default settings. */
const settings = { softHoldSeconds: 600, coolDownAfter: 5, coolDownSeconds: 3_600 }
const requests = [{ hash: hashOf(marks.token), offer: marks.offer }]
const statements = {
  read: (db) => reserveFacts(db, asExecutor, requests, settings),
  write: (db) =>
    insertReservations(
      db,
      [
        {
          id: marks.newReservation,
          executor: marks.executor,
          offer: marks.offer,
          reservationsMade: reservedBefore,
          renews: null,
          hasItems: false,
          goldPerSlot: null,
          isQuiz: false,
          hadSuites: false,
          sequenceNumber: null,
          quotaCells: null,
        },
      ],
      settings,
    ),
  effect: sql`select count(*) from reservations where id >= ${firstNew}::bigint`,
} satisfies Pick<Scenario, 'read' | 'write' | 'effect'>

const reserving = (offer: number, bearer = '') =>
  ({ method: 'POST', path: `/api/executor/offers/${offer}/reserve`, bearer }) as const

export const reserveDistinct: Scenario = {
  name: 'reserve, distinct offers',
  isBare: true,
  setup: 'free',
  request: (facts, index) => reserving(offerAt(facts, index), facts.tokens[index]),
  ...statements,
}

export const reserveHot: Scenario = {
  name: 'reserve, one hot offer',
  isBare: true,
  setup: 'free',
  isHot: true,
  request: (facts, index) => reserving(hotOffer(facts), facts.tokens[index]),
  ...statements,
}

export const reserveItems: Scenario = {
  name: 'reserve with items, one hot offer',
  setup: 'items',
  isHot: true,
  request: reserveHot.request,
  effect: statements.effect,
}

export const cancelOne: Scenario = {
  name: 'cancel',
  setup: 'reserved',
  request: (facts, index) => ({
    method: 'POST',
    path: `/api/executor/offers/${offerAt(facts, index)}/reservation/cancel`,
    bearer: facts.tokens[index] ?? '',
  }),
  read: (db) =>
    meantFacts(
      db,
      asExecutor,
      requests.map((request) => ({ ...request, reservation: null })),
    ),
  write: (db) => cancelReservations(db, [marks.reservation], money),
  effect: sql`select count(*) from reservations where status = 'Cancelled'`,
}
