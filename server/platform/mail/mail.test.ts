import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { openMarket } from '../../../test/support/market.ts'
import { claimMail, listMails, recordMails, type StoredMail } from './mail.ts'
import { sendMails, sweepMails } from './sending.ts'

type Received = { readonly from: string; readonly to: readonly string[]; readonly raw: string }

/** A real mail server that stores what it receives; `refuses` makes it refuse every recipient temporarily. */
async function openMailServer() {
  const received: Received[] = []
  const state = { refuses: false }
  const keep: SMTPServerOptions['onData'] = async (stream, { envelope }, done) => {
    const from = envelope.mailFrom ? envelope.mailFrom.address : ''
    received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: await text(stream) })
    done()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (state.refuses) done(Object.assign(new Error('come back later'), { responseCode: 451 }))
      else done()
    },
    onData: keep,
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as { port: number }
  after(() => new Promise<void>((closed) => server.close(() => closed())))
  return { url: `smtp://127.0.0.1:${port}`, received, state }
}

const mail = (more: Partial<StoredMail> = {}) => ({
  recipient: 'ann@example.com',
  subject: 'Hello',
  body: 'Text.',
  ...more,
})
const from = 'Market <market@example.com>'

describe('mails', () => {
  test('are each claimed once by concurrent workers', async () => {
    const { db } = (await openMarket()).ctx
    for (let turn = 0; turn < 10; turn++) {
      await recordMails(db, [mail(), mail()])
      const taken = await Promise.all(Array.from({ length: 8 }, () => claimMail(db)))
      const ids = taken.flatMap((one) => (one ? [one.id] : []))
      assert.deepEqual([ids.length, new Set(ids).size], [2, 2])
    }
  })

  test('are sent once, after the transaction that recorded them, and not if it was rolled back', async () => {
    const { url, received } = await openMailServer()
    const market = await openMarket({ smtpUrl: url, mailFrom: from })
    const send = () => sendMails(market.ctx, market.logger)
    await market.ctx.db.transaction(async (db) => {
      await recordMails(db, [
        mail(),
        mail({ recipient: 'Боб@example.com', subject: 'Привет, мир', body: 'Ваш вебхук' }),
      ])
      assert.equal(await send(), 0)
    })
    const undone = market.ctx.db.transaction(async (db) => {
      await recordMails(db, [mail()])
      throw new Error('changed our mind')
    })
    await assert.rejects(undone, /changed our mind/)
    assert.equal(await send(), 2)
    assert.equal(await send(), 0)
    const shown = received.map(({ to }) => to[0])
    assert.deepEqual(shown, ['ann@example.com', 'Боб@example.com'])
    assert.equal(received[0]?.from, 'market@example.com')
    assert.match(received[0]?.raw ?? '', /^From: Market <market@example.com>\r$/m)
    assert.match(received[1]?.raw ?? '', /^Subject: =\?UTF-8\?/m)
    const found = (await listMails(market.ctx.db, 10)).map(({ status }) => status)
    assert.deepEqual(found, ['Sent', 'Sent'])
  })

  test('cannot get extra headers or recipients from their subject, body or recipient', async () => {
    const { url, received } = await openMailServer()
    const market = await openMarket({ smtpUrl: url, mailFrom: from })
    const subject = 'Hi\r\nBcc: eve@example.com\r\n\r\nBuy\u0000 now\u2028!'
    await recordMails(market.ctx.db, [
      mail({ subject, body: 'one\r\n.\r\nRCPT TO:<eve@example.com>\r\n' }),
      mail({ recipient: 'ann@example.com, eve@example.com' }),
      mail({ recipient: 'ann@example.com>\r\nRCPT TO:<eve@example.com' }),
    ])
    for (let turn = 0; turn < 4; turn++) await sendMails(market.ctx, market.logger)
    assert.deepEqual(received[0]?.to, ['ann@example.com'])
    assert.match(received[0]?.raw ?? '', /^Subject: Hi Bcc: eve@example.com Buy now !\r$/m)
    assert.doesNotMatch(received.map(({ raw }) => raw).join(), /^Bcc:/im)
    for (const { to } of received) assert.equal(to.includes('eve@example.com'), false, String(to))
  })

  test('that the server refuses are retried with pauses, then given up and kept', async () => {
    const { url, received, state } = await openMailServer()
    const market = await openMarket({ smtpUrl: url, mailFrom: from })
    const send = () => sendMails(market.ctx, market.logger)
    const newest = async () => (await listMails(market.ctx.db, 1))[0]
    state.refuses = true
    await recordMails(market.ctx.db, [mail()])
    await send()
    assert.partialDeepStrictEqual(await newest(), { status: 'Waiting', attempts: 1 })
    await send()
    assert.partialDeepStrictEqual(await newest(), { attempts: 1 }, 'not before the pause is over')
    state.refuses = false
    market.pass(61)
    await send()
    assert.partialDeepStrictEqual(await newest(), { status: 'Sent', attempts: 2, error: null })
    state.refuses = true
    await recordMails(market.ctx.db, [mail({ subject: 'Again' })])
    for (let turn = 0; turn < 8; turn++) {
      await send()
      market.pass(21_601)
    }
    const { status, attempts, error } = (await newest()) ?? assert.fail()
    assert.deepEqual([status, attempts], ['Failed', 6])
    assert.match(error ?? '', /come back later/)
    assert.equal(received.length, 1)
  })

  test('are only logged without a server, and deleted after thirty days', async () => {
    const market = await openMarket()
    await recordMails(market.ctx.db, [mail()])
    assert.equal(await sendMails(market.ctx, market.logger), 1)
    assert.partialDeepStrictEqual((await listMails(market.ctx.db, 1))[0], { status: 'Logged', error: null })
    market.pass(29 * 86_400)
    assert.equal(await sweepMails(market.ctx), 0)
    market.pass(2 * 86_400)
    assert.equal(await sweepMails(market.ctx), 1)
    assert.deepEqual(await listMails(market.ctx.db, 1), [])
  })

  test('wait for an unreachable server', async () => {
    const market = await openMarket({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: from })
    await recordMails(market.ctx.db, [mail(), mail()])
    assert.equal(await sendMails(market.ctx, market.logger), 0)
    const [second, first] = await listMails(market.ctx.db, 2)
    assert.match(first?.error ?? '', /ECONNREFUSED/)
    assert.equal(second?.attempts, 0)
  })

  test('with a link keep their body until they are sent, given up or a day old', async () => {
    const { url, state } = await openMailServer()
    const market = await openMarket({ smtpUrl: url, mailFrom: from })
    const bodies = async () => (await listMails(market.ctx.db, 10)).map(({ status, body }) => `${status} ${body}`)
    const send = () => sendMails(market.ctx, market.logger)
    state.refuses = true
    await recordMails(market.ctx.db, [mail({ hasSecret: true, body: 'a link' })])
    await send()
    assert.deepEqual(await bodies(), ['Waiting a link'])
    state.refuses = false
    market.pass(61)
    await recordMails(market.ctx.db, [mail()])
    await send()
    assert.deepEqual(await bodies(), ['Sent Text.', 'Sent '])
  })

  test('with a link that were only logged lose their body after a day', async () => {
    const market = await openMarket()
    const bodies = async () => (await listMails(market.ctx.db, 10)).map(({ body }) => body)
    await recordMails(market.ctx.db, [mail({ hasSecret: true, body: 'a link' }), mail()])
    await sendMails(market.ctx, market.logger)
    market.pass(86_000)
    await sweepMails(market.ctx)
    assert.deepEqual(await bodies(), ['Text.', 'a link'])
    market.pass(500)
    assert.equal(await sweepMails(market.ctx), 1)
    assert.deepEqual(await bodies(), ['Text.', ''])
  })
})
