import { returnSignature, studySecretOf } from '../../../server/offers/studies/study.ts'
import { idOf } from '../../../server/values/id.ts'
import type { Callers } from '../../support/callers.ts'
import { activeOffer, expectOk, reserved } from '../../support/fixtures.ts'
import { executors, keys, type Operation } from './operation.ts'
import { on, type Ready } from './ready.ts'

const details = { url: 'https://study.example/start', estimatedMinutes: 5 }

const study = async ({ market, advertiser }: Callers): Promise<number> =>
  (await activeOffer(market, { advertiser, slots: 20, members: { details } })).id

/** Returns what the return link of a study says about this reservation. */
const linkOf = ({ market }: Callers, offer: number, reservation: string) => ({
  action: 'complete',
  signature: returnSignature(studySecretOf(market.ctx.secretKey, idOf(offer), 1), reservation, 'complete'),
})

async function toReturn(callers: Callers): Promise<Ready> {
  const offer = await study(callers)
  const reservation = await reserved(callers.executor, offer)
  return { id: reservation, body: linkOf(callers, offer, String(reservation)) }
}

async function tested(callers: Callers): Promise<Ready> {
  const id = await study(callers)
  const { reservation } = expectOk(await callers.advertiser.b.post(`/v1/tasks/${id}/test-run`))
  return { id, body: { reservation, ...linkOf(callers, id, reservation) } }
}

const task = { missing: '404 task_not_found' } as const

/** What connects a task with the site of a study. */
export const studyOperations: readonly Operation[] = [
  executors('POST /reservations/:reservationId/return', toReturn, {
    whose: 'own',
    missing: '404 reservation_not_found',
  }),
  keys('GET /tasks/:id/study-secret', 'tasks:write', on(study), task),
  keys('POST /tasks/:id/study-secret/rotate', 'tasks:write', on(study), task),
  keys('GET /tasks/:id/test-run', 'tasks:write', on(study), task),
  keys('POST /tasks/:id/test-run', 'tasks:write', on(study), task),
  keys('POST /tasks/:id/test-run/return', 'tasks:write', tested, task),
]
