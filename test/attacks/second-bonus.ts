import assert from 'node:assert/strict'
import { activeOffer, advertiser, expectOk, submittedWork } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'

const spellings = (id: number): string[] => {
  const text = String(id)
  return [`0${text}`, `+${text}`, `${text}.0`, `%3${text[0]}${text.slice(1)}`, `${text}/`, `/${text}`]
}

/** An executor who controls an advertiser's proxy has one bonus sent again, with the path spelled differently or a day later. */
export const secondBonus: Attack = {
  title: 'a repeated bonus is paid once, however its path is spelled',
  async run({ market }) {
    const owner = await advertiser(market)
    const { id: offer } = await activeOffer(market, { advertiser: owner })
    const { id } = await submittedWork(market, offer)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    const send = (spelling: string, key: string) =>
      owner.b.send(
        'POST',
        `/v1/reports/${spelling}/bonus`,
        JSON.stringify({ amount: 0.5, reason: 'Excellent photos.', externalId: `bonus-${id}` }),
        { 'content-type': 'application/json', 'idempotency-key': key },
      )
    assert.equal((await send(String(id), 'once')).status, 200)
    for (const spelling of spellings(id)) await send(spelling, 'once')
    assert.equal((await send(String(id), 'a-day-later')).status, 200)
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).bonusTotal, 0.5)
  },
}
