import type { Callers } from '../../support/callers.ts'
import { expectOk } from '../../support/fixtures.ts'
import { executors, keys, type Operation, operators, type Rest } from './operation.ts'
import { named, nothing, on, type Ready } from './ready.ts'

const ownPath = '/v1/qualifications'
const marketPath = '/api/operator/qualifications'
const body = { name: 'Reads labels', howToGet: 'Take the quiz.' }

/** Returns a qualification of the advertiser, who may create more. */
async function own({ advertiser: { b } }: Callers): Promise<number> {
  const { items } = expectOk(await b.get(`${ownPath}?pageSize=100`))
  const mine = items.filter(({ isOfMarketplace }: { isOfMarketplace: boolean }) => !isOfMarketplace)
  if (mine.length > 50) for (const { id } of mine) expectOk(await b.delete(`${ownPath}/${id}`))
  return expectOk(await b.post(ownPath, body)).id
}

/** Returns a qualification of the marketplace, which may have more. */
async function ofMarket({ operator: { a } }: Callers): Promise<number> {
  const { items } = expectOk(await a.get(`${marketPath}?pageSize=100`))
  if (items.length > 50) for (const { id } of items) expectOk(await a.delete(`${marketPath}/${id}`))
  return expectOk(await a.post(marketPath, body)).id
}

async function toGrant(callers: Callers) {
  const { executorIds } = await named(callers)
  return { grants: [{ executorId: executorIds[0], score: 80 }], reason: 'Knows the shop' }
}

async function granted(callers: Callers): Promise<Ready> {
  const [id, grants] = [await own(callers), await toGrant(callers)]
  expectOk(await callers.advertiser.b.post(`${ownPath}/${id}/grants`, grants))
  return { id: `${id}/${grants.grants[0]?.executorId}` }
}

const toExecutor = async ({ executor }: Callers) => ({ grants: [{ accountId: executor.id, score: 80 }] })

async function grantedByMarket(callers: Callers): Promise<Ready> {
  const id = await ofMarket(callers)
  expectOk(await callers.operator.a.post(`${marketPath}/${id}/grants`, await toExecutor(callers)))
  return { id: `${id}/${callers.executor.id}` }
}

const created = async (): Promise<Ready> => ({ body })
const renamed = async () => ({ name: 'Reads prices' })
const missing = '404 qualification_not_found'
const ofNobody: Rest = { parties: [], missing }

/** Qualifications of advertisers and of the marketplace, and those of an executor. */
export const qualificationOperations: readonly Operation[] = [
  keys('GET /qualifications', 'tasks:read', nothing),
  keys('POST /qualifications', 'tasks:write', created, { answers: 201 }),
  keys('GET /qualifications/:id', 'tasks:read', on(own), { missing }),
  keys('PATCH /qualifications/:id', 'tasks:write', on(own, renamed), { missing }),
  keys('DELETE /qualifications/:id', 'tasks:write', on(own), { missing, again: missing }),
  keys('GET /qualifications/:id/grants', 'tasks:read', on(own), { missing }),
  keys('POST /qualifications/:id/grants', 'tasks:write', on(own, toGrant), { missing }),
  keys('DELETE /qualifications/:id/grants/:executorId', 'tasks:write', granted, { missing }),
  executors('GET /qualifications', nothing),
  operators('GET /qualifications', nothing),
  operators('POST /qualifications', created, { parties: [], answers: 201 }),
  operators('GET /qualifications/:id', on(ofMarket), { missing }),
  operators('PATCH /qualifications/:id', on(ofMarket, renamed), ofNobody),
  operators('DELETE /qualifications/:id', on(ofMarket), { ...ofNobody, again: missing }),
  operators('GET /qualifications/:id/grants', on(ofMarket), { missing }),
  operators('POST /qualifications/:id/grants', on(ofMarket, toExecutor), ofNobody),
  operators('DELETE /qualifications/:id/grants/:accountId', grantedByMarket, { parties: ['executor'], missing }),
]
