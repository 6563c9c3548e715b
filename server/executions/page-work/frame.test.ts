import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  reserved,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { freePort } from '../../../test/support/ports.ts'
import { processorMsOf } from '../../../test/support/processor-time.ts'
import { draftOfForm } from './actions-form.ts'
import { capabilityOf, placeOf } from './capability.ts'
import { frameHeaders, frameUrl } from './frame.ts'

const market = await openMarket({ tasksOn: await freePort() })
const { tasksUrl } = market.ctx.config

const answerSchema = {
  type: 'object',
  properties: {
    label: { enum: ['cat', 'dog'] },
    count: { type: 'integer' },
    sharp: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['label'],
  additionalProperties: false,
}
const html = '<!doctype html><p title="{{name}}">{{name}}</p>'
const items = [{ data: { name: '<b>Tom' } }, { data: { name: 'Rex' } }]

type Shown = { readonly itemId: number; readonly url: string; readonly draft: unknown }

async function started(page: object = { kind: 'html', answerSchema, html }, more: object = {}) {
  const offer = await activeOffer(market, {
    slots: 9,
    members: { page, items, itemsPerSlot: 2, skipsMax: 1, totalLimit: undefined, ...more },
  })
  const worker = await executor(market)
  const id = await reserved(worker, offer.id)
  return { offer: offer.id, worker, id, shown: await shownTo(worker, id) }
}

const shownTo = async (worker: Person, id: number): Promise<Shown[]> =>
  expectOk(await worker.a.get(`/api/executor/reservations/${id}/work`)).items

const capabilityIn = ({ url }: Shown): string => new URLSearchParams(new URL(url).hash.slice(1)).get('task') ?? ''
const plain = 'application/json'
const post = (path: string, fields: Record<string, string>, accept = plain) =>
  fetch(`${tasksUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers: { accept } })
type Refusal = { readonly code: string; readonly errors: readonly { readonly field: string }[] }
const problemIn = async (answer: Response) => (await answer.json()) as Refusal
const refusalOf = async (answer: Response): Promise<string> => `${answer.status} ${(await problemIn(answer)).code}`
const first = (shown: readonly Shown[], place = 0): Shown => shown[place] as Shown

describe('a page of the kind html', () => {
  test('is served by the second origin, filled, in a sandbox of its own', async () => {
    const { shown } = await started()
    const answer = await fetch(first(shown).url)
    assert.equal(await answer.text(), '<!doctype html><p title="&lt;b&gt;Tom">&lt;b&gt;Tom</p>')
    const headers = Object.fromEntries(answer.headers)
    const policy = String(headers['content-security-policy']).split('; ')
    assert.ok(policy.includes('sandbox allow-scripts allow-forms allow-popups'))
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['origin-agent-cluster'], '?1')
    assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    assert.equal(answer.headers.getSetCookie().length, 0)
    assert.match(await (await fetch(first(shown, 1).url)).text(), /Rex/)
  })

  test('is not shown in a tab', async () => {
    const { shown } = await started()
    const answer = await fetch(first(shown).url, { headers: { 'sec-fetch-dest': 'document', accept: 'text/html' } })
    assert.equal(answer.status, 403)
    assert.doesNotMatch(await answer.text(), /Tom/)
  })

  test('needs the capability of its item, and answers nothing with it', async () => {
    const { shown } = await started()
    const [one, other] = [new URL(first(shown).url), new URL(first(shown, 1).url)]
    const signature = one.pathname.split('.')[2]
    const [place] = other.pathname.split('.')
    const forged = [
      `${place}.${first(shown, 1).itemId}.${signature}`,
      '/pages/1.1.x',
      `/pages/${capabilityIn(first(shown))}`,
    ]
    for (const path of forged) assert.equal(await refusalOf(await fetch(tasksUrl + path)), '404 page_not_found', path)
    const read = one.pathname.replace('/pages/', '')
    assert.equal(await refusalOf(await post('/answers', { task: read, label: 'cat' })), '404 page_not_found')
    assert.equal(await refusalOf(await post('/item', { task: 'preview' })), '404 page_not_found')
  })

  test('ends with its reservation', async () => {
    const { offer, worker, id, shown } = await started()
    const task = capabilityIn(first(shown))
    expectOk(await worker.a.post(`${workPath(offer)}/reservation/cancel`, { reservationId: id }))
    assert.equal(await refusalOf(await fetch(first(shown).url)), '409 reservation_not_active')
    assert.equal(await refusalOf(await post('/item', { task })), '409 reservation_not_active')
    assert.equal(await refusalOf(await post('/answers', { task, label: 'cat' })), '409 reservation_not_active')
  })
})

describe('an answer', () => {
  test('is a form, whose fields get the types of the schema', async () => {
    const { worker, id, shown } = await started()
    const fields = new URLSearchParams({ task: capabilityIn(first(shown)), label: 'dog', count: '3', sharp: 'on' })
    fields.append('tags', 'a')
    fields.append('tags', 'b')
    const answer = await fetch(`${tasksUrl}/answers`, {
      method: 'POST',
      body: fields,
      headers: { accept: 'text/html' },
    })
    assert.match(await answer.text(), /The answer is saved/)
    assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox /)
    const value = { label: 'dog', count: 3, sharp: true, tags: ['a', 'b'] }
    assert.deepEqual(
      (await shownTo(worker, id)).map(({ draft }) => draft),
      [{ value }, null],
    )
    const read = await post('/item', { task: capabilityIn(first(shown)) })
    assert.equal(read.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(await read.json(), { itemId: first(shown).itemId, data: { name: '<b>Tom' }, draft: { value } })
  })

  test('is JSON in one field, or a reason to skip', async () => {
    const { worker, id, shown } = await started()
    const send = (place: number, fields: Record<string, string>) =>
      post('/answers', { task: capabilityIn(first(shown, place)), ...fields })
    assert.deepEqual(await (await send(0, { taskAnswer: '{"label":"cat"}' })).json(), { saved: true })
    assert.deepEqual(await (await send(1, { taskSkipped: 'It is blurred.' })).json(), { saved: true })
    assert.deepEqual(
      (await shownTo(worker, id)).map(({ draft }) => draft),
      [{ value: { label: 'cat' } }, { skipped: 'It is blurred.' }],
    )
  })

  test('that is no form is refused', async () => {
    for (const type of ['application/json', 'form', ''])
      for (const path of ['/item', '/answers']) {
        const headers = { accept: plain, 'content-type': type }
        const answer = await fetch(tasksUrl + path, { method: 'POST', body: '{}', headers })
        const { supported } = (await answer.json()) as { supported: string[] }
        assert.deepEqual([answer.status, supported], [415, ['application/x-www-form-urlencoded']], type)
      }
  })

  test('that does not fit is refused, in words for people and as a problem', async () => {
    const { worker, id, shown } = await started(undefined, { skipsMax: 0 })
    const task = capabilityIn(first(shown))
    const fieldsOf = async (fields: Record<string, string>) => {
      const { errors } = await problemIn(await post('/answers', { task, ...fields }))
      return errors.map(({ field }) => field)
    }
    assert.deepEqual(await fieldsOf({ label: 'cow', count: 'three' }), ['value.label', 'value.count'])
    assert.deepEqual(await fieldsOf({ taskAnswer: '{' }), ['taskAnswer'])
    assert.deepEqual(await fieldsOf({ taskSkipped: 'No.' }), ['skipped'])
    const shownAnswer = await post('/answers', { task, label: '<i>' }, 'text/html')
    assert.equal(shownAnswer.status, 400)
    assert.match(await shownAnswer.text(), /value\.label/)
    assert.deepEqual(
      (await shownTo(worker, id)).map(({ draft }) => draft),
      [null, null],
    )
  })

  test('that cannot be stored is refused', async () => {
    const { shown } = await started({ kind: 'html', html, answerSchema: { type: 'object' } })
    const deep = `{"a":${'['.repeat(40_000)}`
    const refused = [
      [{ a: 'x\0' }, 'value.a'],
      [{ 'a\0': 'x' }, 'value.(name)'],
      [{ ['__proto__']: 'x' }, undefined],
      [{ taskSkipped: 'x\0' }, 'skipped'],
      [{ taskAnswer: '{"a":"\\u0000"}' }, 'a'],
      [{ taskAnswer: '{"a":"\\ud800"}' }, 'a'],
      [{ taskAnswer: '{"a":1e400}' }, 'a'],
      [{ taskAnswer: '{"a":5e-324}' }, 'a'],
      [{ taskAnswer: '{"a":1,"a":2}' }, 'a'],
      [{ taskAnswer: '{"__proto__":{}}' }, 'taskAnswer'],
      [{ taskAnswer: deep }, 'taskAnswer'],
      [{ taskAnswer: '' }, 'value'],
    ] as const
    for (const [fields, field] of refused) {
      const answer = await post('/answers', { task: capabilityIn(first(shown)), ...fields })
      const { errors } = await problemIn(answer)
      assert.deepEqual([answer.status, errors?.[0]?.field], [400, field], JSON.stringify(fields).slice(0, 100))
    }
  })

  test('that is said to be complete must fit, a draft need not', async () => {
    const { worker, id, shown } = await started()
    const save = (body: object) => worker.a.put(`/api/executor/reservations/${id}/answers/${first(shown).itemId}`, body)
    expectOk(await save({ value: { count: 1 } }))
    const refused = await save({ value: { count: 1 }, isComplete: true })
    assert.equal(outcome(refused), '400 validation_error')
    assert.equal(refused.body.errors[0].field, 'value.label')
    assert.equal(refused.body.errors[0].pointer, '#/value/label')
    expectOk(await save({ value: { label: 'cat' }, isComplete: true }))
    assert.deepEqual(first(await shownTo(worker, id)).draft, { value: { label: 'cat' } })
  })
})

describe('the second origin', () => {
  test('has nothing but task pages, whatever the credential, and the console has none of them', async () => {
    const { worker, shown } = await started()
    const paths = [
      '/',
      '/sign-in',
      '/executor',
      '/console/api/auth/get-session',
      '/api/executor/reservations',
      '/v1/account',
      '/assets/x.js',
      '/docs',
      '/readyz',
    ]
    for (const path of paths)
      for (const authorization of [`Bearer ${worker.token}`, 'Bearer mkt_test_x'])
        assert.equal((await fetch(tasksUrl + path, { headers: { authorization } })).status, 404, path)
    for (const path of [new URL(first(shown).url).pathname, '/task-helper.js', '/preview', '/item'])
      assert.equal((await fetch(market.url + path)).status, 404, path)
  })

  test('has a helper of at most 2 KiB', async () => {
    const answer = await fetch(`${tasksUrl}/task-helper.js`)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const text = await answer.text()
    assert.equal(text, readFileSync(join(import.meta.dirname, 'task-helper.js'), 'utf8'))
    assert.ok(Buffer.byteLength(text) <= 2_048)
  })
})

const place = { reservation: 7 as never, item: 0 }
const around = { tasksUrl: 'https://tasks.example', secretKey: 'a secret' }

test('a capability has 256 bits, and only its own purpose', () => {
  const capability = capabilityOf('a secret', 'answer', place)
  assert.equal(Buffer.from(capability.split('.')[2] ?? '', 'base64url').length, 32)
  assert.deepEqual(placeOf('a secret', 'answer', capability), place)
  for (const wrong of [
    '',
    '7.0',
    `${capability}x`,
    capability.replace('7.0', '07.0'),
    capability.replace('7.0', '7.1'),
  ])
    assert.equal(placeOf('a secret', 'answer', wrong), undefined, wrong)
  assert.equal(placeOf('a secret', 'read', capability), undefined)
  assert.equal(placeOf('another', 'answer', capability), undefined)
})

const visit = { executor: 'ex_1', reservation: '7', expiresAt: new Date(0), secret: 'of the study' }

test('an external page gets the capability in its fragment, behind a fragment of its own', () => {
  const urlOf = (url: string) => frameUrl({ kind: 'external', url }, { id: 'a b' }, place, { ...around, visit })
  const capability = capabilityOf('a secret', 'answer', place)
  assert.equal(urlOf('https://a.example/?id={{id}}'), `https://a.example/?id=a%20b#task=${capability}`)
  assert.equal(urlOf('https://a.example/#/{{id}}'), `https://a.example/#/a%20b&task=${capability}`)
  assert.equal(urlOf('{{id}}'), null)
})

test('only the console may frame pages; a local one has two names', () => {
  const ancestors = (publicUrl: string) =>
    /frame-ancestors ([^;]+)/.exec(frameHeaders({ publicUrl, ...around })['Content-Security-Policy'])?.[1]
  assert.equal(ancestors('https://market.example/x'), 'https://market.example')
  assert.equal(ancestors('http://127.0.0.1:8080'), 'http://127.0.0.1:8080 http://localhost:8080')
})

test('an empty field of a form is an empty text, and no number or boolean', () => {
  const schema = {
    type: 'object',
    properties: { note: { type: 'string' }, count: { type: 'number' }, sharp: { type: 'boolean' } },
  }
  assert.deepEqual(draftOfForm(new URLSearchParams('task=x&note=&count=&sharp='), schema), { value: { note: '' } })
})

test('a form of many fields is read in linear time', () => {
  const fields = new URLSearchParams(Array.from({ length: 15_000 }, (_, place) => `${place}=x`).join('&'))
  assert.ok(processorMsOf(() => void draftOfForm(fields, { type: 'object' })) < 1_000)
})
