import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { issueToken } from '../../server/accounts/actions.ts'
import { openDatabase } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import { asOwner, makeDatabase } from '../support/database.ts'
import { activeOffer, executor, expectOk, outcome, proof, reserved, sendProof, workPath } from '../support/fixtures.ts'
import { type Market, openMarket } from '../support/market.ts'

/** A time zone with daylight saving time, where handwritten date arithmetic often fails. */
process.env.TZ = 'Europe/Berlin'

/** Opens a market whose clock and database start at this time in that zone. */
async function marketAt(t: TestContext, moment: string): Promise<Market> {
  const { url, drop } = await makeDatabase()
  const owner = openDatabase({ url: asOwner(url), connectionsMax: 1 })
  const name = new URL(url).pathname.slice(1)
  await owner.run({ ...sql``, parts: [`alter database ${name} set timezone = 'Europe/Berlin'`] })
  await owner.close()
  const market = await openMarket({ databaseUrl: url })
  t.after(async () => {
    await market.close()
    await drop()
  })
  market.pass((Date.parse(moment) - (await nowOf(market))) / 1000)
  return market
}

const nowOf = async ({ ctx: { db } }: Market): Promise<number> =>
  (await db.one<{ now: Date }>(sql`select ${db.now()} as now`)).now.getTime()

const moments = {
  'an hour that is left out': '2027-03-28T00:50:00.000Z',
  'an hour that comes twice': '2027-10-31T00:20:00.000Z',
  'a leap day that begins': '2028-02-28T23:50:00.000Z',
  'a leap day that ends': '2028-02-29T23:50:00.000Z',
}

describe('durations stay the same during', () => {
  for (const [name, moment] of Object.entries(moments))
    test(`${name}: ${moment}`, async (t) => {
      const market = await marketAt(t, moment)
      const worker = await executor(market, { birthDate: '1996-02-29' })
      const members = { reservationDurationSeconds: 1800, reviewPeriodSeconds: 7200 }
      const [offer, other] = [await activeOffer(market, { members }), await activeOffer(market, { members })]

      const before = await nowOf(market)
      const taken = expectOk(await worker.a.post(`${workPath(offer.id)}/reserve`))
      const lasts = Date.parse(taken.expiresAtUtc) - before
      assert.ok(lasts >= 1_800_000 && lasts < 1_810_000, taken.expiresAtUtc)
      market.pass(1_780)
      expectOk(await sendProof(worker, offer.id))
      market.pass(30)
      assert.notEqual(outcome(await sendProof(worker, offer.id)), '200')

      const reservationId = await reserved(worker, other.id)
      const work = { reservationId, proofUrls: [await proof(worker, other.id)] }
      const { id } = expectOk(await worker.a.post(`${workPath(other.id)}/submit-execution`, work))
      const { b } = other.advertiser
      const report = expectOk(await b.get(`/v1/reports/${id}`))
      assert.equal(Date.parse(report.reviewDeadlineAtUtc) - Date.parse(report.submittedAtUtc), 7_200_000)
      const day = report.submittedAtUtc.slice(0, 10)
      const listed = async (from: string, to: string) =>
        expectOk(await b.get(`/v1/reports?submittedFrom=${from}&submittedTo=${to}`)).totalCount
      assert.equal(await listed(`${day}T00:00:00Z`, `${day}T23:59:59.999Z`), 1, day)

      const { expiresAt } = await issueToken(market.ctx, { email: worker.email })
      const days = ((expiresAt?.getTime() ?? 0) - (await nowOf(market))) / 86_400_000
      assert.ok(Math.abs(days - Math.round(days)) < 0.001, `${days} whole days`)
    })
})
