import { readOffered } from '../../server/executions/sql-offered.ts'
import type { Filter } from '../../server/offers/available.ts'
import { readAvailable } from '../../server/offers/sql-list.ts'
import { pageOf } from '../../server/values/page.ts'
import { asExecutor, marks, type Scenario } from '../scenario.ts'
import { offerAt } from '../world.ts'

const by = { bearer: marks.token, need: asExecutor }
const noFilter: Filter = {
  search: undefined,
  category: undefined,
  platform: undefined,
  minUnits: undefined,
  maxUnits: undefined,
  activatedFrom: undefined,
  activatedTo: undefined,
}

export const listOffers: Scenario = {
  name: 'list of available offers, page 1',
  stage: 'free',
  request: ({ tokens }, place) => ({
    method: 'GET',
    path: '/api/executor/offers/available',
    bearer: tokens[place] ?? '',
  }),
  read: (db) => readAvailable(db, by, noFilter, pageOf()),
}

export const openOffer: Scenario = {
  name: 'detail of an offer',
  stage: 'free',
  request: (world, place) => ({
    method: 'GET',
    path: `/api/executor/offers/available/${offerAt(world, place)}`,
    bearer: world.tokens[place] ?? '',
  }),
  read: (db) => readOffered(db, by, marks.offer),
}
