import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, advertiser, expectOk, outcome, theOperator } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { accountOfReference, depositReferenceOf } from '../accounts/deposit-reference.ts'
import { idOf } from '../values/id.ts'
import { tasksPerPage } from './actions-tasks.ts'
import { brandNameLengthMax, textLengthMax, textNames } from './site.ts'

const market = await openMarket()
const { a: operator, id: operatorId } = await theOperator(market)
const own = '/api/operator/site'

const visitor = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${market.url}/api/public/${path}`, { headers })
const readPublic = async (path: string): Promise<ReturnType<typeof expectOk>> => {
  // Beyond what a process may keep.
  market.pass(20)
  const response = await visitor(path)
  assert.equal(response.status, 200, path)
  return response.json()
}

type Texts = Record<string, { en: string | null; ru: string | null }>
const noTexts = (): Texts => Object.fromEntries(textNames.map((name) => [name, { en: null, ru: null }]))
const save = (brandName: string | null, texts: Texts = {}) =>
  operator.put(own, { brandName, texts: { ...noTexts(), ...texts } })

test('operators replace the texts, and visitors read them in their language', async () => {
  expectOk(
    await save(' Nimble ', {
      about: { en: 'Work for **shops**.', ru: 'Работа для магазинов.' },
      terms: { en: 'Be kind.', ru: '  ' },
    }),
  )
  const { brandName, texts } = expectOk(await operator.get(own))
  assert.deepEqual(
    [brandName, texts.terms, texts.help],
    ['Nimble', { en: 'Be kind.', ru: null }, { en: null, ru: null }],
  )
  const russian = await readPublic('site?locale=ru-RU')
  assert.deepEqual(
    [russian.brandName, russian.about],
    ['Nimble', { contentLanguage: 'ru', text: 'Работа для магазинов.' }],
  )
  const terms = await readPublic('pages/terms?locale=ru')
  assert.deepEqual(terms, { name: 'terms', contentLanguage: 'en', text: 'Be kind.' })
  assert.match((await readPublic('pages/help?locale=ru')).text, /^## Исполнителям/)
  assert.equal((await visitor('pages/privacy')).status, 404)
  assert.equal((await visitor('pages/bankDetails')).status, 400)
})

test('settings of the environment are shown and cannot be set', async () => {
  const { feeBasisPoints, currency, publicUrl } = market.ctx.config
  const { environment, texts } = expectOk(await operator.get(own))
  assert.deepEqual(
    [environment.feePercent, environment.currency, environment.publicUrl],
    [feeBasisPoints / 100, currency, publicUrl],
  )
  const refused = await operator.put(own, { brandName: null, texts, environment: { feePercent: 0 } })
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'unknown_member'])
  const saved = expectOk(await operator.put(own, { brandName: null, texts }))
  assert.deepEqual(saved.environment, environment)
})

test('a change names what changed in the audit log; the same texts again change nothing', async () => {
  const bankDetails = { en: 'IBAN DE02', ru: null }
  const { version } = expectOk(await save('Audited', { bankDetails }))
  const again = expectOk(await save('Audited', { bankDetails }))
  assert.equal(again.version, version)
  expectOk(await save('Audited', { bankDetails, privacy: { en: 'None of your data.', ru: null } }))
  const { items } = expectOk(await operator.get('/api/operator/audit?action=site.change&pageSize=2'))
  const [last, first] = items
  assert.deepEqual([last.accountId, last.data], [operatorId, { changed: ['privacy'] }])
  assert.deepEqual(first.data.bankDetails, bankDetails)
  assert.equal(first.data.brandName, 'Audited')
})

test('a change of an older version is refused', async () => {
  const { version } = expectOk(await save('First'))
  const send = (name: string) =>
    operator.send('PUT', own, JSON.stringify({ brandName: name, texts: noTexts() }), {
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    })
  assert.equal((await send('Second')).headers.get('etag'), `"${version + 1}"`)
  assert.equal(outcome(await send('Third')), '409 version_conflict')
  assert.equal(expectOk(await operator.get(own)).brandName, 'Second')
})

test('texts and names that are too long or have control characters are refused', async () => {
  for (const [name, texts] of [
    ['n'.repeat(brandNameLengthMax + 1), {}],
    ['two\nlines', {}],
    [null, { about: { en: 'a'.repeat(textLengthMax + 1), ru: null } }],
    [null, { about: { en: '\u0000', ru: null } }],
    [null, { about: { en: 'no Russian' } }],
  ] as [string | null, Texts][])
    assert.equal(outcome(await save(name, texts)), '400 validation_error')
})

test('the name is escaped in the page', { skip: !(await hasPage()) }, async () => {
  expectOk(await save(`<i>"&'%STYLE_NONCE%`))
  await readPublic('site')
  const page = await (await fetch(`${market.url}/sign-in`)).text()
  assert.ok(page.includes('<title>&lt;i&gt;&quot;&amp;&#39;%STYLE_NONCE%</title>'), page)
  assert.match(page, /name="public-pages" content="help"/)
  assert.match(page, /name="style-nonce" content="[\w-]{22}"/)
})

async function hasPage(): Promise<boolean> {
  return (await fetch(`${market.url}/sign-in`)).status === 200
}

test('shared caches may keep what visitors read, and a session changes nothing in it', async () => {
  for (const path of ['site', 'tasks', 'pages/help']) {
    const plain = await visitor(path)
    const signedIn = await visitor(path, { cookie: 'session=whatever', authorization: 'Bearer mt_whatever' })
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=60')
    assert.equal(plain.headers.get('set-cookie'), null)
    assert.deepEqual(await signedIn.json(), await plain.json())
  }
  assert.equal((await visitor('tasks?page=99')).headers.get('cache-control'), null)
})

test('visitors see open tasks without those by invitation, and nothing about people', async () => {
  const owner = await advertiser(market)
  const { id: list } = expectOk(await owner.b.post('/v1/executor-lists', { name: 'Invited' }))
  const open = await activeOffer(market, { advertiser: owner, members: { title: 'Count the red doors' } })
  const invited = await activeOffer(market, {
    advertiser: owner,
    members: { title: 'Count the secret doors', allowListId: list },
  })
  const { items, categories, totalCount } = await readPublic('tasks?locale=en')
  const seen = items.map(({ id }: { id: number }) => id)
  assert.ok(seen.includes(open.id) && !seen.includes(invited.id), `${seen}`)
  const task = items.find(({ id }: { id: number }) => id === open.id)
  assert.deepEqual(Object.keys(task).sort(), [
    'contentLanguage',
    'currency',
    'id',
    'offerCategoryId',
    'reservationDurationSeconds',
    'rewardPerAction',
    'title',
    'type',
  ])
  const sum = categories.reduce((all: number, { taskCount }: { taskCount: number }) => all + taskCount, 0)
  assert.equal(sum, totalCount)
  const other = await readPublic(`tasks?locale=ru&offerCategoryId=${task.offerCategoryId + 1000}`)
  assert.deepEqual([other.items, other.totalCount], [[], 0])
})

test('visitors can page only so far, and requests are counted by address', async () => {
  assert.equal((await visitor('tasks?page=6')).status, 400)
  const { items, pageCount } = await readPublic('tasks?page=5')
  assert.ok(items.length <= tasksPerPage && pageCount <= 5)
  assert.match((await visitor('tasks')).headers.get('ratelimit-policy') ?? '', /"anonymous"/)
})

test('an advertiser reads the bank details with a reference of the account', async () => {
  const { a, id } = await advertiser(market)
  expectOk(await save(null))
  const none = expectOk(await a.get('/api/advertiser/bank-transfer'))
  assert.equal(none.bankDetails, null)
  expectOk(await save(null, { bankDetails: { en: 'IBAN DE02', ru: null } }))
  const { reference, bankDetails } = expectOk(await a.get('/api/advertiser/bank-transfer?locale=ru'))
  assert.deepEqual(bankDetails, { contentLanguage: 'en', text: 'IBAN DE02' })
  assert.equal(accountOfReference(reference), id)
  assert.equal(reference, none.reference)
  const booking = { amount: 25, method: 'Bank' }
  const booked = await operator.post('/api/operator/deposits', {
    ...booking,
    accountReference: reference.toLowerCase(),
  })
  assert.deepEqual([booked.status, expectOk(booked).accountId], [201, id])
  const found = expectOk(await operator.get(`/api/operator/accounts?search=${encodeURIComponent(reference)}`))
  assert.deepEqual([found.items.map(({ id: each }: { id: number }) => each), found.totalCount], [[id], 1])
})

test('a booking names one account, and a mistyped reference names none', async () => {
  const { id, email } = await advertiser(market)
  const accountReference = depositReferenceOf(idOf(id))
  for (const named of [
    { accountReference: `${accountReference}1` },
    { accountReference, email },
    { accountReference, accountId: id },
    {},
  ])
    assert.equal(
      outcome(await operator.post('/api/operator/deposits', { amount: 25, ...named })),
      '400 validation_error',
    )
  const own = { accountReference: depositReferenceOf(idOf(operatorId)) }
  assert.equal(outcome(await operator.post('/api/operator/deposits', { amount: 25, ...own })), '409 own_interest')
})
