import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, advertiser, executor, expectOk, outcome, theOperator } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { accountOfReference, depositReferenceOf } from '../accounts/deposit-reference.ts'
import { payDateFrom } from '../payments/withdrawals/pay-days.ts'
import { sql } from '../platform/sql.ts'
import { idOf } from '../values/id.ts'
import { taskPagesMax, tasksPerPage } from './actions-tasks.ts'
import { logoBytesMax } from './logo.ts'
import { brandNameLengthMax, textLengthMax, textNames } from './site.ts'

const market = await openMarket()
const { a: operator, id: operatorId } = await theOperator(market)
const { db } = market.ctx
const own = '/api/operator/site'
const nowOf = async () => (await db.one<{ now: Date }>(sql`select ${db.now()} as now`)).now

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
  assert.equal((await visitor(`tasks?page=${taskPagesMax + 1}`)).status, 400)
  const { items, pageCount } = await readPublic(`tasks?page=${taskPagesMax}`)
  assert.ok(items.length <= tasksPerPage && pageCount <= taskPagesMax)
  assert.match((await visitor('tasks')).headers.get('ratelimit-policy') ?? '', /"anonymous"/)
})

/** A PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('the accent color and the logo of the operator are on every page', { skip: !(await hasPage()) }, async () => {
  const brand = { brandName: null, accentColor: '#0B6E4F', logo: `data:image/png;base64,${png}` }
  const { accentColor, version } = expectOk(await operator.put(own, { ...brand, texts: noTexts() }))
  assert.equal(accentColor, '#0b6e4f')
  await readPublic('site')
  const page = await (await fetch(`${market.url}/sign-in`)).text()
  assert.ok(page.includes('name="brand-accent" content="#0b6e4f"'), page)
  const path = `logo?version=${version}`
  assert.equal(page.split(`"/api/public/${path}"`).length, 3)
  const logo = await visitor(path)
  assert.deepEqual(
    [logo.headers.get('content-type'), logo.headers.get('x-content-type-options')],
    ['image/png', 'nosniff'],
  )
  assert.deepEqual(Buffer.from(await logo.arrayBuffer()), Buffer.from(png, 'base64'))
  // A client that does not know these members removes what it does not send, as PUT says.
  expectOk(await save(null))
  market.pass(20)
  await visitor('site')
  assert.equal((await visitor('logo')).status, 404)
})

test('colors and logos that pages cannot show are refused', async () => {
  const large = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(logoBytesMax)]).toString('base64')
  for (const brand of [
    { accentColor: 'red' },
    { accentColor: '#12345"' },
    { logo: 'https://example.com/logo.png' },
    { logo: `data:image/svg+xml;base64,${png}` },
    { logo: `data:image/webp;base64,${png}` },
    { logo: `data:image/png;base64,${Buffer.from('<script>').toString('base64')}` },
    { logo: `data:image/png;base64,${large}` },
  ])
    assert.equal(
      outcome(await operator.put(own, { brandName: null, texts: noTexts(), ...brand })),
      '400 validation_error',
      JSON.stringify(brand).slice(0, 80),
    )
})

test('visitors read an open task, but none by invitation, and no completion codes', async () => {
  const owner = await advertiser(market)
  const { id: list } = expectOk(await owner.b.post('/v1/executor-lists', { name: 'Invited only' }))
  const open = await activeOffer(market, { advertiser: owner, members: { description: 'Look at **each** door.' } })
  const invited = await activeOffer(market, { advertiser: owner, members: { allowListId: list } })
  const task = await readPublic(`tasks/${open.id}`)
  assert.deepEqual([task.id, task.description, task.my], [open.id, 'Look at **each** door.', undefined])
  for (const name of ['eligible', 'allowedActions', 'executionDetailsSchema']) assert.ok(!(name in task), name)
  const { now } = await market.ctx.db.one<{ readonly now: Date }>(sql`select ${market.ctx.db.now()} as now`)
  const startsAtUtc = new Date(now.getTime() + 3_600_000).toISOString()
  const scheduled = await activeOffer(market, { advertiser: owner, members: { startsAtUtc } })
  for (const id of [invited.id, scheduled.id, '0', '01', 'x']) assert.equal((await visitor(`tasks/${id}`)).status, 404)
  expectOk(await owner.b.patch(`/v1/tasks/${open.id}`, { status: 'Paused' }))
  assert.equal((await visitor(`tasks/${open.id}?locale=ru`)).status, 404)
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

test('pay days are validated, audited, and shown to executors only once they are set', async () => {
  const worker = await executor(market)
  const read = async (path: string) => expectOk(await worker.a.get(`/api/executor/${path}`))
  const set = (payDays: unknown) => operator.put(own, { brandName: null, texts: noTexts(), payDays })
  expectOk(await set(null))
  assert.ok(!('payDays' in (await read('withdrawal-options'))))
  for (const payDays of [
    { weekdays: [0], workingDays: 1 },
    { weekdays: [2, 2], workingDays: 1 },
    { weekdays: [2], workingDays: 31 },
    { weekdays: [2] },
    {},
    'Tuesdays',
  ])
    assert.equal(outcome(await set(payDays)), '400 validation_error', JSON.stringify(payDays))
  assert.deepEqual(expectOk(await set({ weekdays: [5, 2], workingDays: 2 })).payDays, {
    weekdays: [2, 5],
    workingDays: 2,
  })
  const [change] = expectOk(await operator.get('/api/operator/audit?action=site.change&pageSize=1')).items
  assert.deepEqual(change.data, { changed: ['payDays'], payDays: { weekdays: [2, 5], workingDays: 2 } })
  const { payDays } = await read('withdrawal-options')
  assert.deepEqual([payDays.weekdays, payDays.workingDays], [[2, 5], 2])
  const due = payDateFrom(await nowOf(), { weekdays: [2, 5], workingDays: 2 })
  assert.equal(payDays.expectedDate, due)
  await db.run(sql`
    insert into balances (book, owner, currency, units, updated_at)
    values ('executor.available', ${worker.id}::bigint, 'USD', 100000, ${db.now()})`)
  const method = { type: 'Bank', holder: 'Ada Byron', iban: 'DE89370400440532013000' }
  const made = expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 6, method }))
  assert.equal(made.expectedPayDate, payDays.expectedDateNewAccount)
  assert.equal((await read('withdrawals')).items[0].expectedPayDate, made.expectedPayDate)
  const ended = expectOk(await worker.a.post(`/api/executor/withdrawals/${made.id}/cancel`))
  assert.ok(!('expectedPayDate' in ended))
  expectOk(await set(null))
  assert.ok(!('payDays' in (await read('withdrawal-options'))))
})
