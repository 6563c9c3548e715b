import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { mustBeReturnLink, signedAddress } from '../../server/offers/studies/study.ts'
import type { ReturnAction } from '../../server/values/requests/return-link.ts'

type Options = {
  readonly marketplace: string
  readonly secret: string
  readonly record: (answers: Readonly<Record<string, string>>) => void
}
const file: string = '../../examples/study-server.mjs'
const { studyServer }: { studyServer(options: Options): Server } = await import(file)

const secret = 'c6bb1f3d0a7e4492a5d80e6f1b27c39408da5e61f7b3924c8e0d17a6f5b2c983'
const recorded: Readonly<Record<string, string>>[] = []
const server = studyServer({ marketplace: 'https://market.example/x', secret, record: (line) => recorded.push(line) })
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

const far = new Date('2100-01-01T00:00:00Z')
const addressOf = (reservation: string, expiresAt = far, key = secret, executor = `ex_${reservation}`) =>
  signedAddress(site, { executor, reservation, expiresAt }, key)
const send = (address: string, form: Readonly<Record<string, string>>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const consent = { consent: 'yes' }
const fits = { ...consent, cups: '1 or 2', colour: 'blue' }

test('asks for consent and two questions, and sends people back with what they did', async () => {
  const cases: readonly [ReturnAction, object][] = [
    ['complete', {}],
    ['screened-out', { cups: 'none' }],
    ['failed-check', { colour: 'red' }],
  ]
  for (const [index, [action, answers]] of cases.entries()) {
    const [reservation, form] = [String(900 + index), { ...fits, ...answers }]
    const address = addressOf(reservation)
    const [first, second] = [await fetch(address), await send(address, consent)]
    assert.match(await first.text(), /I agree/)
    assert.match(await second.text(), /How many cups/)
    for (const again of [form, fits]) {
      const answer = await send(address, again)
      const [, , found, reported, signature = ''] = new URL(answer.headers.get('location') ?? '').pathname.split('/')
      assert.deepEqual([answer.status, found, reported], [303, reservation, action])
      mustBeReturnLink(secret, reservation, { action, signature })
      assert.match(answer.headers.get('location') ?? '', /^https:\/\/market\.example\/return\//)
    }
    const { consent: _, ...chosen } = form
    assert.deepEqual(recorded[index], { executor: `ex_${reservation}`, reservation, action, ...chosen })
  }
  assert.equal(recorded.length, cases.length, 'the first answers count')
})

test('counts the first answers of a person who reserves again, and those of each test run', async () => {
  const linkFor = async (executor: string, reservation: string, form: Readonly<Record<string, string>>) => {
    const { headers } = await send(addressOf(reservation, far, secret, executor), form)
    return (headers.get('location') ?? '').split('/').slice(4, 6).join(' ')
  }
  assert.equal(await linkFor('ex_a', '801', { ...fits, cups: 'none' }), '801 screened-out')
  assert.equal(await linkFor('ex_a', '802', fits), '802 screened-out')
  assert.equal(await linkFor('ex_test', 'test_1_1', { ...fits, cups: 'none' }), 'test_1_1 screened-out')
  assert.equal(await linkFor('ex_test', 'test_1_2', fits), 'test_1_2 complete')
})

test('lets nobody in without the signature of the marketplace', async () => {
  const address = addressOf('7')
  const wrong = [
    site,
    addressOf('7', new Date(0)),
    addressOf('7', far, secret.toUpperCase()),
    address.replace('tm_reservation=7', 'tm_reservation=8'),
    address.replace(/.{64}$/, encodeURIComponent('é'.repeat(64))),
    address.replace('tm_reservation=7', 'tm_reservation=../evil'),
  ]
  const before = recorded.length
  for (const each of wrong) assert.equal((await send(each, fits)).status, 403, each)
  assert.equal(recorded.length, before)
})

test('repeats nothing that a visitor sends, and takes no large bodies or other paths', async () => {
  const address = addressOf('9')
  const script = '<script>alert(1)</script>'
  const answer = await send(`${address}&x=${encodeURIComponent(script)}`, { ...consent, cups: script, colour: 'blue' })
  assert.equal(answer.status, 200)
  assert.doesNotMatch(await answer.text(), /script/)
  assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  assert.equal((await send(address, { ...fits, more: 'x'.repeat(20_000) })).status, 400)
  assert.equal((await fetch(`${site}answers`)).status, 404)
})
