import type { BodyOf, Marketplace } from '../../../sdk/src/index.ts'
import type { Clients } from './clients.ts'
import type { OfferItem } from './create-offers.ts'
import { drawn } from './drawing.ts'
import type { Name } from './people.ts'
import { kindOf } from './samples.ts'

type Work = {
  readonly who: Name
  readonly offer: OfferItem
  /** The number of the picture; the same number gives the same picture. */
  readonly picture: number
}
type Reports = Marketplace['reports']
type Rework = BodyOf<'post', '/v1/reports/{id}/rework'>

/** Actions of executors and advertisers on offers; each returns the id of the report. */
export function workSteps(clients: Clients) {
  const { reports } = clients.advertiser
  /** Uploads a picture and submits a report for an existing reservation. */
  async function send({ who, offer: { id, code }, picture }: Work, reservationId: number): Promise<number> {
    const { proofs, offers } = clients[who]
    const file = new File([await drawn(kindOf(code).proof, picture)], `picture-${picture}.jpg`, { type: 'image/jpeg' })
    const { items } = await proofs.upload(id, file)
    const body = { reservationId, proofUrls: items.map(({ url }) => url), details: kindOf(code).work }
    return (await offers.submit(id, body)).id
  }
  const reserve = async ({ who, offer }: Work): Promise<number> => (await clients[who].offers.reserve(offer.id)).id
  const submit = async (work: Work): Promise<number> => send(work, await reserve(work))
  const submitThen =
    <Body>(decide: (id: number, body: Body) => Promise<unknown>) =>
    async (work: Work, body: Body): Promise<number> => {
      const id = await submit(work)
      await decide(id, body)
      return id
    }
  const sendBack = submitThen((id, body: Rework) => reports.requestRework(id, body))
  return {
    reserve,
    send,
    submit,
    sendBack,
    accepted: submitThen((id, body: Parameters<Reports['accept']>[1]) => reports.accept(id, body)),
    rejected: submitThen((id, body: Parameters<Reports['reject']>[1]) => reports.reject(id, body)),
    appeal: (who: Name, id: number, statement: string) => clients[who].executions.dispute(id, { statement }),
    answer: (id: number, answer: string) => reports.answerDispute(id, { answer }),
    /** Sends the work back and submits it again. */
    rework: async (work: Work, body: Rework): Promise<number> => {
      const id = await sendBack(work, body)
      const { rework } = await clients[work.who].executions.get(id)
      return send({ ...work, picture: work.picture + 500 }, rework?.reservationId ?? 0)
    },
  }
}
