import type { Callers } from '../../support/callers.ts'
import { activeOffer, expectOk, reserved, submittedWork } from '../../support/fixtures.ts'
import { executors, keys, type Operation, operators } from './operation.ts'
import { nothing, on, type Ready } from './ready.ts'

/** Returns the conversation on new work of the executor for the advertiser. */
async function conversation({ market, advertiser, executor }: Callers): Promise<number> {
  const { id } = await activeOffer(market, { advertiser, slots: 20 })
  return (await submittedWork(market, id, executor)).reservation
}
const written = async () => ({ text: 'Which side of the door?' })
const read = async () => ({ upToId: 1 })

async function fromAdvertiser(callers: Callers): Promise<number> {
  const path = `/v1/conversations/${await conversation(callers)}/messages`
  return expectOk(await callers.advertiser.b.post(path, await written())).id
}
async function fromExecutor(callers: Callers): Promise<number> {
  const path = `/api/executor/conversations/${await conversation(callers)}/messages`
  return expectOk(await callers.executor.a.post(path, await written())).id
}
async function reported(callers: Callers): Promise<number> {
  const id = await fromAdvertiser(callers)
  expectOk(await callers.executor.a.post(`/api/executor/messages/${id}/report`, { code: 'Other' }))
  return id
}
const toMany = async () => ({ text: 'The address has changed.', statuses: ['Reserved'] })

async function taskWithExecutor({ market, advertiser, executor }: Callers): Promise<number> {
  const { id } = await activeOffer(market, { advertiser, slots: 20 })
  await reserved(executor, id)
  return id
}
async function bulk(callers: Callers): Promise<Ready> {
  const task = await taskWithExecutor(callers)
  return { id: expectOk(await callers.advertiser.b.post(`/v1/tasks/${task}/messages`, await toMany())).id }
}

const own = { whose: 'own', missing: '404 conversation_not_found' } as const
const received = { whose: 'own', missing: '404 message_not_found' } as const
const noReport = '404 message_report_not_found'
const decided = { missing: noReport, again: noReport, parties: ['advertiser', 'executor'] } as const
const decision = async () => ({ reason: 'It was looked at.' })

/** What the sides of a reservation write to each other, and what operators decide on it. */
export const messageOperations: readonly Operation[] = [
  executors('GET /conversations', nothing),
  executors('GET /conversations/unread', nothing),
  executors('GET /conversations/:id', on(conversation), own),
  executors('GET /conversations/:id/messages', on(conversation), own),
  executors('POST /conversations/:id/messages', on(conversation, written), { ...own, answers: 201 }),
  executors('POST /conversations/:id/read', on(conversation, read), own),
  executors(
    'POST /messages/:id/report',
    on(fromAdvertiser, async () => ({ code: 'Other', comment: 'It is rude.' })),
    received,
  ),
  keys('GET /conversations', 'reports:read', nothing),
  keys('GET /conversations/unread', 'reports:read', nothing),
  keys('GET /conversations/:id', 'reports:read', on(conversation), own),
  keys('GET /conversations/:id/messages', 'reports:read', on(conversation), own),
  keys('POST /conversations/:id/messages', 'reports:write', on(conversation, written), { ...own, answers: 201 }),
  keys('POST /conversations/:id/read', 'reports:write', on(conversation, read), own),
  keys(
    'POST /messages/:id/report',
    'reports:write',
    on(fromExecutor, async () => ({ code: 'Other', comment: 'It is rude.' })),
    received,
  ),
  keys('POST /tasks/:id/messages', 'reports:write', on(taskWithExecutor, toMany), {
    missing: '404 task_not_found',
    answers: 201,
  }),
  keys('GET /bulk-messages/:id', 'reports:read', bulk, { missing: '404 bulk_message_not_found' }),
  operators('GET /message-reports', nothing),
  operators('GET /message-reports/:id', on(reported), { missing: noReport }),
  operators('POST /message-reports/:id/dismiss', on(reported, decision), decided),
  operators('POST /message-reports/:id/uphold', on(reported, decision), decided),
]
