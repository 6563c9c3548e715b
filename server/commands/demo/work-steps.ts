import type { Body, Call } from './client.ts'
import type { OfferItem } from './create-offers.ts'
import { kindOf } from './offers.ts'
import type { Name, People } from './people.ts'
import { pictureOf } from './picture.ts'

type Work = {
  readonly who: Name
  readonly offer: OfferItem
  /** The number of the picture; the same number gives the same picture. */
  readonly picture: number
}

/** Actions of executors and advertisers on offers; each returns the id of the report. */
export function workSteps(call: Call, { tokens, keys }: People) {
  /** Uploads a picture and submits a report for an existing reservation. */
  async function send({ who, offer: { id, code }, picture }: Work, reservationId: number): Promise<number> {
    const path = `/api/executor/offers/${id}`
    const form = new FormData()
    form.append('files', new Blob([await pictureOf(picture)], { type: 'image/jpeg' }), `picture-${picture}.jpg`)
    const uploaded = await call('POST', `${path}/proof/uploads`, tokens[who], form)
    const body = { reservationId, proofUrls: [uploaded.items[0]?.url], details: kindOf(code).work as Body }
    return (await call('POST', `${path}/submit-execution`, tokens[who], body)).id
  }
  async function submit(work: Work): Promise<number> {
    const { id } = await call('POST', `/api/executor/offers/${work.offer.id}/reserve`, tokens[work.who])
    return send(work, id)
  }
  const report = (id: number, verb: string, body: Body) =>
    call('POST', `/v1/reports/${id}/${verb}`, keys.advertiser, body)
  const submitThen =
    (verb: string) =>
    async (work: Work, body: Body): Promise<number> => {
      const id = await submit(work)
      await report(id, verb, body)
      return id
    }
  const sendBack = submitThen('rework')
  return {
    submit,
    sendBack,
    accepted: submitThen('accept'),
    rejected: submitThen('reject'),
    appeal: (who: Name, id: number, statement: string) =>
      call('POST', `/api/executor/executions/${id}/dispute`, tokens[who], { statement }),
    answer: (id: number, answer: string) => report(id, 'dispute/answer', { answer }),
    /** Sends the work back and submits it again. */
    rework: async (work: Work, body: Body): Promise<number> => {
      const id = await sendBack(work, body)
      const { rework } = await call('GET', `/api/executor/executions/${id}`, tokens[work.who])
      return send({ ...work, picture: work.picture + 500 }, rework?.reservationId ?? 0)
    },
  }
}
