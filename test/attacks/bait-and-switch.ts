import assert from 'node:assert/strict'
import { activeOffer, executor, expectOk, type Person, submittedWork } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'

const approved = {
  title: 'Name the hours of a museum',
  description: 'Look at the page of the museum.',
  proofInstructions: 'A picture of the page.',
  acceptanceCriteria: [{ id: 'c1', text: 'The hours can be read.', required: true }],
}
const phishing = {
  title: 'PHISHING: send your password',
  description: 'PHISHING: open the page and sign in.',
  proofInstructions: 'PHISHING: a picture of your card.',
  acceptanceCriteria: [{ id: 'p', text: 'PHISHING: all digits can be read.', required: true }],
  details: { notes: 'PHISHING' },
  translations: { ru: { title: 'PHISHING' }, de: { title: 'PHISHING', description: 'PHISHING' } },
}

/** Returns everything that an executor can read about the offer. */
async function readBy({ a }: Person, offer: number): Promise<string> {
  const answers = await Promise.all([
    a.get(`/api/executor/offers/available/${offer}`),
    a.get(`/api/executor/offers/available/${offer}?locale=ru`),
    a.get(`/api/executor/offers/available/${offer}?locale=de`),
    a.get('/api/executor/offers/available?Search=PHISHING'),
    a.get('/api/executor/offers/available?PageSize=100'),
    a.get('/api/executor/executions'),
    a.get('/api/executor/reservations'),
  ])
  return answers.map(({ raw }) => raw).join('\n')
}

/** Gets a harmless offer approved and then rewrites it in every possible way. */
export const baitAndSwitch: Attack = {
  title: 'an approved offer is rewritten into a phishing text',
  async run({ market }) {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 5, members: approved })
    const { executor: worker, id: work } = await submittedWork(market, id)
    const visitor = await executor(market)
    const task = `/v1/tasks/${id}`
    const body = { offerPriceId: expectOk(await owner.b.get(task)).offerPriceId, totalLimit: 5 }
    const switches = [
      () => owner.b.patch(task, phishing),
      () => owner.b.patch(task, { status: 'Paused' }),
      () => owner.b.patch(task, { ...phishing, status: 'Active' }),
      () => owner.b.patch(task, { ...phishing, totalLimit: 6 }),
      () => owner.a.put(`/api/advertiser/offers/${id}`, { ...body, title: phishing.title, details: phishing.details }),
      () => owner.b.patch(task, { status: 'Draft', ...phishing }),
      ...Object.entries(phishing).map(
        ([name, value]) =>
          () =>
            owner.b.patch(task, { [name]: value }),
      ),
    ]
    for (const attempt of switches) await attempt()
    await Promise.all(switches.map((attempt) => attempt()))
    market.pass(3)
    for (const who of [worker, visitor]) assert.doesNotMatch(await readBy(who, id), /PHISHING/)
    const own = expectOk(await worker.a.get(`/api/executor/executions/${work}`))
    assert.equal(own.offerContent.description, approved.description)
    const stale = await owner.b.post(`/api/operator/offers/${id}/change/approve`, { version: 1 })
    assert.ok(stale.status === 401 || stale.status === 403, 'an advertiser cannot approve a change')
  },
}
