import type { Rng } from '../properties/rng.ts'
import type { Person } from '../support/fixtures.ts'
import { pdfWith } from '../support/inputs/pdf.ts'
import type { Work } from './acknowledged.ts'
import { expectOk, post, type Trader } from './trader.ts'

/** A task with its owner and the executor working on it. */
export type TakenTask = { readonly task: number; readonly owner: Person; readonly executor: Person }
type Doing = TakenTask & { readonly trade: Trader; readonly rng: Rng }

const rewardUnits = 10_000
const reason = 'The last page is missing.'

/** Uses one slot of a task: reserved and cancelled, or submitted and decided in one of several ways. Returns the result. */
export async function workOn(trade: Trader, rng: Rng, taken: TakenTask): Promise<string> {
  const doing = { ...taken, trade, rng }
  const path = pathOf(taken)
  const { id } = await post(trade, taken.executor.token, `${path}/reserve`)
  const reservation = { task: taken.task, executor: taken.executor.id, status: 'Active' }
  trade.acknowledged.reservations.set(id, reservation)
  if (rng.happens(0.15)) {
    await post(trade, taken.executor.token, `${path}/reservation/cancel`)
    reservation.status = 'Cancelled'
    return 'Cancelled'
  }
  const execution = await submit(doing, id)
  reservation.status = 'Submitted'
  const work = { ...workOf(taken), events: { 'report.submitted': 1 } }
  trade.acknowledged.works.set(execution, work)
  await decide(doing, execution, work)
  return work.status
}

const pathOf = ({ task }: TakenTask): string => `/api/executor/offers/${task}`

const workOf = ({ task, owner, executor }: TakenTask) => ({
  task,
  executor: executor.id,
  advertiser: owner.id,
  rewardUnits,
  status: 'Pending',
  revision: 1,
})

let serial = 0

async function submit(doing: Doing, reservationId: number): Promise<number> {
  const { trade, executor, task } = doing
  const text = String(pdfWith(`${++serial} of ${executor.email}`))
  const form = () => {
    const made = new FormData()
    made.append('files', new Blob([text], { type: 'application/pdf' }), 'proof.pdf')
    return made
  }
  const path = pathOf(doing)
  const uploaded = await expectOk(trade, {
    bearer: executor.token,
    method: 'POST',
    path: `${path}/proof/uploads`,
    form,
  })
  const proofUrl: string = uploaded.items[0].url
  trade.acknowledged.proofs.set(proofUrl, { task, executor: executor.id, text })
  return (await post(trade, executor.token, `${path}/submit-execution`, { reservationId, proofUrls: [proofUrl] })).id
}

type Ending = (doing: Doing, id: number, work: Work) => Promise<void>

/** Decides the work and records the event that must follow. */
async function judge({ trade, owner }: Doing, id: number, work: Work, verb: string, body: object): Promise<void> {
  const { status } = await post(trade, owner.key, `/v1/reports/${id}/${verb}`, body)
  tell(work, status, verb === 'accept' ? 'report.accepted' : verb === 'reject' ? 'report.rejected' : sentBackEvent)
}

const sentBackEvent = 'report.rework_requested'

function tell(work: Work, status: string, event: string): void {
  work.status = status
  work.events[event] = (work.events[event] ?? 0) + 1
}

const accept: Ending = (doing, id, work) => judge(doing, id, work, 'accept', {})
const reject: Ending = (doing, id, work) => judge(doing, id, work, 'reject', { reason })

const takeBack: Ending = async ({ trade, executor }, id, work) => {
  const { status } = await post(trade, executor.token, `/api/executor/executions/${id}/withdraw`)
  tell(work, status, 'report.withdrawn')
}

const sendBack: Ending = async (doing, id, work) => {
  const { trade, executor, rng } = doing
  await judge(doing, id, work, 'rework', { reason })
  const asked = { bearer: executor.token, method: 'GET', path: `/api/executor/executions/${id}` }
  const again: number = (await expectOk(trade, asked)).rework.reservationId
  trade.acknowledged.reservations.set(again, { task: work.task, executor: executor.id, status: 'Submitted' })
  await submit(doing, again)
  work.revision++
  tell(work, 'Pending', 'report.submitted')
  await (rng.happens(0.8) ? accept : reject)(doing, id, work)
}

const appeal: Ending = async (doing, id, work) => {
  const { trade, executor, rng } = doing
  await reject(doing, id, work)
  const statement = 'The last page is there: it is the third picture.'
  const appealed = await post(trade, executor.token, `/api/executor/executions/${id}/dispute`, { statement })
  tell(work, appealed.status, 'report.disputed')
  const outcome = rng.happens(0.5) ? 'Executor' : 'Advertiser'
  const path = `/api/operator/disputes/${appealed.dispute.id}/decide`
  await post(trade, trade.participants.operator.token, path, { outcome, note: 'We looked at the pictures.' })
  if (outcome === 'Executor') tell(work, 'Accepted', 'report.accepted')
  else tell(work, 'Rejected', 'report.rejected')
}

const ways: readonly (readonly [Ending, number])[] = [
  [accept, 10],
  [sendBack, 4],
  [appeal, 3],
  [reject, 2],
  [takeBack, 2],
]
const drawn = ways.flatMap(([way, times]) => Array.from({ length: times }, () => way))

const decide: Ending = (doing, id, work) => (doing.rng.one(drawn) as Ending)(doing, id, work)
