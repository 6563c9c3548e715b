import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { notify } from '../../notifications/actions-notify.ts'
import { listMails } from '../../platform/mail/mail.ts'
import { sql } from '../../platform/sql.ts'
import { disableFailingEndpoints } from './actions.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const day = 86_400

test('an account is mailed once in its language when an endpoint is failing, disabled or gone', async () => {
  const { db } = market.ctx
  const owner = await advertiser(market)
  await db.run(sql`update accounts set language = 'ru' where id = ${owner.id}::bigint`)
  const add = async (url: string) =>
    Number(expectOk(await owner.b.post('/v1/webhooks', { url, events: ['report.submitted'] })).id)
  const [failing, gone] = [await add('http://127.0.0.1:1/failing'), await add('http://127.0.0.1:1/gone')]
  await db.run(sql`update endpoints set failing_since = ${db.now()} where id = ${failing}::bigint`)
  await db.run(sql`update endpoints set status = 'Disabled', disabled_by = 'Gone' where id = ${gone}::bigint`)
  const told = async () => {
    await disableFailingEndpoints(market.ctx)
    await notify(market.ctx)
    const mails = (await listMails(db, 20)).filter(({ subject }) => subject.includes('вебхук'))
    return mails.map(({ recipient, subject }) => `${recipient}: ${subject}`)
  }
  const to = (subject: string) => `${owner.email}: ${subject}`
  const first = [to('Ваш вебхук отключён: он ответил 410 Gone')]
  assert.deepEqual(await told(), first)
  assert.deepEqual(await told(), first)
  market.pass(3 * day)
  const second = [to('Ваш вебхук недоступен три дня'), ...first]
  assert.deepEqual(await told(), second)
  assert.deepEqual(await told(), second)
  market.pass(2 * day)
  const third = [to('Ваш вебхук отключён: он недоступен пять дней'), ...second]
  assert.deepEqual(await told(), third)
  assert.deepEqual(await told(), third)
  const [mail] = await listMails(db, 1)
  assert.match(mail?.body ?? '', new RegExp(`^Вебхук ${failing}: http://127\\.0\\.0\\.1:1/failing$`, 'm'))
})
