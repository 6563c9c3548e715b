import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, expectOk } from '../../test/support/fixtures.ts'
import { openMarketWithSandboxes, testClient } from '../../test/support/sandbox.ts'
import type { Quota } from '../offers/studies/study-members.ts'
import { profileFor } from './profiles.ts'

const market = await openMarketWithSandboxes()
const sandbox = await testClient(market, await advertiser(market))

const page = {
  kind: 'external',
  url: 'https://study.example/',
  opensIn: 'tab',
  signed: true,
  answerSchema: { type: 'object' },
}
const quotas: readonly Quota[] = [
  { name: 'Women', max: 2, gender: 'Female' },
  { name: 'Young men', max: 1, gender: 'Male', maxAge: 39 },
]

test('simulated executors come back from a study by its return links', async () => {
  const prices: readonly { readonly id: number; readonly code: string }[] = expectOk(await sandbox.get('/v1/prices'))
  const body = {
    offerPriceId: prices.find(({ code }) => code === 'survey.study')?.id,
    title: 'A study',
    totalLimit: 10,
    page,
    quotas,
    screenOut: { reward: 0.1, max: 5 },
    autoAcceptRules: [{ type: 'CompletionCode' }],
  }
  const { id } = expectOk(await sandbox.post('/v1/tasks', body))
  expectOk(await sandbox.post(`/v1/tasks/${id}/study-secret/rotate`))
  const last = async (step: string) => {
    const script = { taskId: id, steps: ['Reserve', step] }
    const { steps } = expectOk(await sandbox.post('/v1/sandbox/executors', script))
    const { outcome, code } = steps.at(-1)
    return `${steps.at(-1).step} ${code ?? outcome}`
  }
  // Women come first, third and so on.
  const found = []
  for (const step of ['Complete', 'ScreenOut', 'FailCheck', 'Complete', 'Complete']) found.push(await last(step))
  assert.deepEqual(found, ['Complete Done', 'ScreenOut Done', 'FailCheck Done', 'Complete Done', 'Reserve quota_full'])
  expectOk(await sandbox.post('/v1/sandbox/clock', { seconds: 60 }))
  const task = expectOk(await sandbox.get(`/v1/tasks/${id}`))
  assert.deepEqual([task.counts.accepted, task.counts.pending, task.counts.screenedOut], [2, 1, 1])
  assert.deepEqual(task.quotas.map(({ taken }: { taken: number }) => taken).slice(0, 1), [2])
})

test('simulated executors submit what the return link of a study leaves to them', async () => {
  const prices: readonly { readonly id: number; readonly code: string }[] = expectOk(await sandbox.get('/v1/prices'))
  const priced = (code: string) => prices.find((price) => price.code === code)?.id
  const items = [{ data: { n: 1 } }, { data: { n: 2 } }]
  const answerSchema = { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] }
  const bodies = [
    {
      offerPriceId: priced('survey.external'),
      totalLimit: 5,
      details: { url: 'https://study.example/', estimatedMinutes: 5 },
      page,
    },
    { offerPriceId: priced('label.choose'), items, overlap: 2, itemsPerSlot: 2, page: { ...page, answerSchema } },
  ]
  for (const body of bodies) {
    const { id } = expectOk(await sandbox.post('/v1/tasks', { title: 'A study', ...body }))
    for (const step of ['Complete', 'FailCheck']) {
      const script = { taskId: id, steps: ['Reserve', step] }
      const { steps, reservationId, reportId } = expectOk(await sandbox.post('/v1/sandbox/executors', script))
      assert.deepEqual([steps.at(-1).outcome, steps.at(-1).code, reservationId], ['Done', null, null])
      assert.ok(reportId > 0)
    }
  }
})

describe('the profile of a simulated executor', () => {
  const audience = { targetCountries: [], gender: 'Any', minAge: null, maxAge: null, quotas: null, year: 2026 } as const
  const ageOf = ({ birthDate }: { readonly birthDate: string }) => 2026 - Number(birthDate.slice(0, 4))

  test('is the same for each of an offer without quotas', () => {
    assert.deepEqual(profileFor(audience, 0), profileFor(audience, 7))
  })

  test('differs in gender, age and country on an offer with quotas, within its audience', () => {
    const countries = [{ name: 'South', max: 5, countries: [724, 380] }]
    const all = Array.from({ length: 48 }, (_, number) => profileFor({ ...audience, quotas: countries }, number))
    for (const gender of ['Female', 'Male'])
      for (const isYoung of [true, false]) {
        const kind = all.filter((each) => each.gender === gender && ageOf(each) < 40 === isYoung)
        assert.equal(kind.length, 12, `${gender} ${isYoung}`)
      }
    assert.deepEqual(new Set(all.map(({ country }) => country)), new Set([724, 380]))
    const narrow = { ...audience, gender: 'Male', minAge: 70, maxAge: 80, targetCountries: [276], quotas } as const
    for (const number of [0, 1, 2])
      assert.deepEqual(profileFor(narrow, number), { country: 276, gender: 'Male', birthDate: '1956-01-01' })
  })
})
