import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { applyRules } from '../accept-rules/actions.ts'
import { checkForFraud } from '../fraud-checks/actions.ts'
import { checkCodes, codeHash, newCode, refusalOfCodes, submittedCode } from './completion-codes.ts'

const market = await openMarket({ coolDownAfter: 3, completionCodesMax: 2_000 })
const { db } = market.ctx
afterEach(() => assertInvariants(market))
const url = { url: 'https://survey.example/1' }
const rules = { autoAcceptRules: [{ type: 'CompletionCode' }, { type: 'MinAcceptanceRate', value: 0 }] }
const withList = { details: url, ...rules }
const byCode = { ...withList, autoAcceptRules: [{ type: 'CompletionCode' }] }
const many = { attemptsMax: 20, perExecutorLimit: 20 }

async function offerWith(members: object) {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 30, members: { ...members, ...many } })
  return { id, owner, path: `/v1/tasks/${id}/completion-codes` }
}

/** Returns an offer whose list has the codes that end with these numbers. */
async function offerWithCodes(numbers: readonly number[], members: object = withList) {
  const made = await offerWith(members)
  expectOk(await made.owner.b.post(made.path, { codes: numbers.map(codeOf) }))
  return made
}

const codeOf = (number: number): string => `K7QX2MP3-${number}`

async function submitted(offer: number, completionCode: string, by?: Person): Promise<number> {
  const worker = by ?? (await executor(market))
  const body = { ...(await readyWork(worker, offer)), details: { completionCode } }
  return expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body)).id
}

async function ruled(): Promise<void> {
  await checkForFraud(market.ctx)
  await applyRules(market.ctx)
}

/** Keeps rules from accepting the work by flagging it. */
async function ruledWhileMarked(work: number): Promise<void> {
  await checkForFraud(market.ctx)
  await db.run(sql`update executions set flags = '{TooFast}' where id = ${work}::bigint`)
  await applyRules(market.ctx)
}

const shownTo = async (owner: Person, report: number) => {
  const { status, flags } = expectOk(await owner.b.get(`/v1/reports/${report}`))
  return [status, ...flags].join(' ')
}

const withdraw = (worker: Person, report: number) => worker.a.post(`/api/executor/executions/${report}/withdraw`)

describe('a completion code', () => {
  test('is accepted once for each offer, in any spelling', async () => {
    const { id, owner } = await offerWithCodes([11])
    const first = await submitted(id, codeOf(11))
    await ruled()
    const second = await submitted(id, codeOf(11))
    await ruled()
    assert.deepEqual([await shownTo(owner, first), await shownTo(owner, second)], ['Accepted', 'Pending DuplicateCode'])
    const other = await offerWithCodes([11])
    const elsewhere = await submitted(other.id, codeOf(11))
    await ruled()
    assert.equal(await shownTo(other.owner, elsewhere), 'Accepted')
  })

  test('submitted by two executors at once accepts exactly one; the other waits with a flag', async () => {
    const { id, owner } = await offerWithCodes([12])
    const works = await Promise.all(Array.from({ length: 6 }, () => submitted(id, codeOf(12))))
    await checkForFraud(market.ctx)
    await Promise.all([applyRules(market.ctx), applyRules(market.ctx), applyRules(market.ctx)])
    const shown = await Promise.all(works.map((work) => shownTo(owner, work)))
    assert.deepEqual(shown.toSorted(), ['Accepted', ...Array(5).fill('Pending DuplicateCode')])
  })

  test('stays with work that its advertiser decided on, and with its first user', async () => {
    const { id, owner } = await offerWithCodes([13], byCode)
    const first = await submitted(id, codeOf(13))
    await ruledWhileMarked(first)
    expectOk(await owner.b.post(`/v1/reports/${first}/reject`, { reason: 'Somebody else finished it.' }))
    const second = await submitted(id, codeOf(13))
    await ruled()
    assert.equal(await shownTo(owner, second), 'Pending DuplicateCode')
  })

  test('may be submitted again by the executor who withdrew it', async () => {
    const { id, owner } = await offerWithCodes([14])
    const worker = await executor(market)
    const first = await submitted(id, codeOf(14), worker)
    await ruledWhileMarked(first)
    expectOk(await withdraw(worker, first))
    const again = await submitted(id, codeOf(14), worker)
    await ruled()
    assert.equal(await shownTo(owner, again), 'Accepted')
  })

  test('loses its flag when the rework has another one', async () => {
    const { id, owner } = await offerWithCodes([15, 16])
    await submitted(id, codeOf(15))
    const worker = await executor(market)
    const second = await submitted(id, codeOf(15), worker)
    await ruled()
    assert.equal(await shownTo(owner, second), 'Pending DuplicateCode')
    expectOk(await owner.b.post(`/v1/reports/${second}/rework`, { reason: 'That code was used.' }))
    const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${second}`))
    const { proofUrls } = expectOk(await owner.b.get(`/v1/reports/${second}`))
    const body = { reservationId: rework.reservationId, proofUrls, details: { completionCode: codeOf(16) } }
    expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, body))
    await ruled()
    assert.equal(await shownTo(owner, second), 'Accepted')
  })
})

describe('an executor who guesses', () => {
  test('is accepted by no rule after three wrong codes or withdrawals on the offer', async () => {
    const { id, owner } = await offerWithCodes([20, 21, 22, 23], byCode)
    const worker = await executor(market)
    const [one] = [await submitted(id, 'wrong 1', worker), await submitted(id, 'wrong 2', worker)]
    await ruled()
    expectOk(await withdraw(worker, one))
    const early = await submitted(id, codeOf(20), worker)
    await ruled()
    assert.equal(await shownTo(owner, early), 'Accepted', 'a withdrawn one with a wrong code counts once')
    expectOk(await withdraw(worker, await submitted(id, codeOf(21), worker)))
    const late = await submitted(id, codeOf(22), worker)
    await ruled()
    assert.equal(await shownTo(owner, late), 'Pending CodeGuessing')
    const other = await submitted(id, codeOf(23))
    await ruled()
    assert.equal(await shownTo(owner, other), 'Accepted', 'others are not affected')
  })

  test('is also stopped within one run', async () => {
    const { id, owner } = await offerWithCodes([30], byCode)
    const worker = await executor(market)
    const codes = ['wrong 1', 'wrong 2', 'wrong 3', codeOf(30)]
    const works: number[] = []
    for (const code of codes) works.push(await submitted(id, code, worker))
    await ruled()
    assert.equal(await shownTo(owner, works[3] as number), 'Pending CodeGuessing')
  })

  test('cools down after withdrawals as after cancelled reservations', async () => {
    const worker = await executor(market)
    for (let time = 0; time < 3; time++) {
      const { id } = await activeOffer(market)
      expectOk(await withdraw(worker, (await submittedWork(market, id, worker)).id))
    }
    const { id } = await activeOffer(market)
    assert.equal(outcome(await worker.a.post(`${workPath(id)}/reserve`)), '409 cooling_down')
    const standing = expectOk(await worker.a.get('/api/executor/standing'))
    assert.equal(standing.missedReservations, 3)
    market.pass(3_601)
    assert.equal(outcome(await worker.a.post(`${workPath(id)}/reserve`)), '200')
  })
})

describe('a list of completion codes', () => {
  test('accepts each of its codes once, and no others', async () => {
    const { id, owner, path } = await offerWith(byCode)
    const { codes, ...counts } = expectOk(await owner.b.post(path, { generate: 3 }))
    assert.deepEqual(counts, { listed: 3, used: 0, left: 3, ruleActive: true, added: 3 })
    const works = [
      await submitted(id, codes[0].toLowerCase()),
      await submitted(id, codes[0]),
      await submitted(id, 'AAAA-BBBB-CCCC'),
    ]
    await ruled()
    assert.deepEqual(await Promise.all(works.map((work) => shownTo(owner, work))), [
      'Accepted',
      'Pending DuplicateCode',
      'Pending',
    ])
    assert.deepEqual(expectOk(await owner.b.get(path)), { listed: 3, used: 1, left: 2, ruleActive: true })
    const copy = JSON.stringify(
      await db.many(sql`select encode(code, 'escape') as code from completion_codes where offer = ${id}::bigint`),
    )
    for (const code of codes) assert.ok(!copy.includes(code) && !copy.includes(code.replaceAll('-', '')))
    assert.deepEqual(expectOk(await owner.b.delete(path)), {
      listed: 1,
      used: 1,
      left: 0,
      ruleActive: true,
      removed: 2,
    })
    const removed = await submitted(id, codes[1])
    await ruled()
    assert.equal(await shownTo(owner, removed), 'Pending')
  })

  test('can be uploaded as JSON or CSV, repeatedly without effect, and next to earlier codes', async () => {
    const { id, owner, path } = await offerWithCodes([40], byCode)
    const csv = 'Completion code;note\r\nP3WZ-9AK7;first\r\n"QX2M-77RT";\r\n;\r\n'
    const preview = expectOk(await owner.b.post(path, { csv, preview: true }))
    assert.deepEqual([preview.listed, preview.added, preview.codes], [1, 2, ['P3WZ9AK7', 'QX2M77RT']])
    assert.equal(expectOk(await owner.b.post(path, { csv })).added, 2)
    assert.equal(expectOk(await owner.b.post(path, { codes: ['p3wz9ak7', 'BB8D-KK2M'] })).added, 1)
    const works = [await submitted(id, 'QX2M-77RT'), await submitted(id, codeOf(40))]
    await ruled()
    assert.deepEqual(await Promise.all(works.map((work) => shownTo(owner, work))), ['Accepted', 'Accepted'])
    assert.deepEqual(expectOk(await owner.b.get(path)), { listed: 4, used: 2, left: 2, ruleActive: true })
  })

  test('counts no code as wrong before the offer has any', async () => {
    const { id, owner, path } = await offerWith(byCode)
    const worker = await executor(market)
    for (const code of ['A1', 'A2', 'A3']) await submitted(id, code, worker)
    await ruled()
    const { codes } = expectOk(await owner.b.post(path, { generate: 1 }))
    const work = await submitted(id, codes[0], worker)
    await ruled()
    assert.equal(await shownTo(owner, work), 'Accepted')
  })

  test('is refused if invalid, guessable, too long, or for another’s offer', async () => {
    const { owner, path, id } = await offerWith(withList)
    const refused = async (body: object) => {
      const answer = await owner.b.post(path, body)
      return `${answer.status} ${answer.body.errors?.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)}`
    }
    assert.equal(await refused({}), '400 codes required')
    assert.equal(await refused({ codes: ['K7QX2MP3'], generate: 1 }), '400 codes required')
    assert.equal(await refused({ codes: ['17', '18'] }), '400 codes codes_guessable')
    assert.equal(await refused({ codes: ['K7QX2MP3', ' '] }), '400 codes.1 format')
    assert.equal(await refused({ csv: '"open' }), '400 csv csv')
    assert.equal(await refused({ csv: 'code\r\n' }), '400 csv max_items')
    assert.equal(await refused({ csv: 'code\r\nK7QX2MP3\r\n-\r\n' }), '400 csv csv')
    assert.equal(await refused({ csv: 'RWNJEF6YAMTR\r\n7WCMU8WZB2PF' }), '400 csv csv,csv csv')
    assert.equal(await refused({ csv: 'Completion code,Respondent\nRWNJEF6YAMTR,1\n' }), '400 csv csv')
    assert.equal(await refused({ csv: 'email,code\nanna@example.com,RWNJEF6YAMTR\n' }), '400 csv csv')
    assert.equal(await refused({ generate: 1, preview: true }), '400 preview not_applicable')
    assert.equal(await refused({ generate: 10_001 }), '400 generate maximum')
    const stranger = await advertiser(market)
    assert.equal(outcome(await stranger.b.post(path, { generate: 1 })), '404 task_not_found')
    assert.equal(outcome(await stranger.b.get(path)), '404 task_not_found')
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    assert.equal(outcome(await owner.b.post(path, { generate: 1 })), '409 task_not_editable')
  })

  test('is limited for the account, even with concurrent requests and several lists', async () => {
    const { id, owner, path } = await offerWith(withList)
    const { id: second } = await activeOffer(market, {
      advertiser: owner,
      slots: 30,
      members: { ...withList, ...many },
    })
    const codes = ['P3WZ9AK7QX2M', 'QX2M77RTBB8D']
    expectOk(await owner.b.post(path, { codes }))
    expectOk(await owner.b.post(path, { generate: 998 }))
    const more = [path, path, `/v1/tasks/${second}/completion-codes`].map((one) => owner.b.post(one, { generate: 600 }))
    const answers = await Promise.all(more)
    const full = '409 too_many_completion_codes'
    assert.deepEqual(answers.map(outcome).toSorted(), ['200', full, full])
    expectOk(await owner.b.post(`/v1/tasks/${second}/completion-codes`, { generate: 400 }))
    const refused = await owner.b.post(path, { codes: ['BB8DKK2M9AK7'] })
    assert.deepEqual([outcome(refused), refused.body.scope, refused.body.most], [full, 'account', 2_000])
    assert.equal(expectOk(await owner.b.post(path, { codes })).added, 0, 'codes in the list need no room')
    const shown = await Promise.all([id, second].map((one) => owner.b.get(`/v1/tasks/${one}/completion-codes`)))
    assert.equal(
      shown.reduce((sum, { body }) => sum + body.listed, 0),
      2_000,
    )
  })

  test('is limited to 100,000 codes for a task', () => {
    const sizes = { listed: 60_000, used: 0, ofAccount: 60_000 }
    assert.equal(refusalOfCodes(sizes, 40_000, 300_000), undefined)
    assert.deepEqual(refusalOfCodes(sizes, 40_001, 300_000)?.extras, { most: 100_000, listed: 60_000, scope: 'task' })
  })
})

const refusal = async (codes: readonly string[]): Promise<string[]> => {
  try {
    await yieldToEventLoop(checkCodes(codes))
    return []
  } catch (error) {
    return (error as Problem).errors.map(({ field, code }) => `${field} ${code}`)
  }
}

describe('a completion code', () => {
  test('ignores case, spaces and hyphens, and differs between offers', () => {
    const hash = (code: string, offer = 1) => codeHash('secret', idOf(offer), code).toString('hex')
    for (const code of ['k7qx-2mp3', ' K7QX 2MP3 ', 'K7QX2MP3', 'K7QX–2MP3', 'Ｋ7QX2MP3'])
      assert.equal(hash(code), hash('K7QX-2MP3'), code)
    assert.notEqual(hash('K7QX-2MP3', 2), hash('K7QX-2MP3'))
    assert.notEqual(hash('K7QX-2MP4'), hash('K7QX-2MP3'))
  })

  test('is a text of up to 200 characters in the details of work', () => {
    assert.equal(submittedCode({ completionCode: 'K7QX' }), 'K7QX')
    for (const completionCode of [undefined, null, 17, ['K7QX'], 'x'.repeat(201)])
      assert.equal(submittedCode({ completionCode }), undefined)
  })

  test('that is generated has no characters that look alike, and is hard to guess', async () => {
    const codes = Array.from({ length: 2_000 }, newCode)
    for (const code of codes) assert.match(code, /^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){2}$/)
    assert.equal(new Set(codes).size, codes.length)
    assert.equal(new Set(codes.join('')).size, 32, 'every character of the alphabet, and the hyphen')
    assert.deepEqual(await refusal(codes), [])
  })

  test('of an uploaded list is refused if it is invalid, or if the list is guessable', async () => {
    assert.deepEqual(await yieldToEventLoop(checkCodes([' K7qx-2MP3 ', 'K7QX2MP3'])), ['K7QX2MP3'])
    assert.deepEqual(
      await refusal(['K7QX2MP3', '', ' - ', 'x'.repeat(65), 'a\u0000bcdefghijk']),
      [1, 2, 3, 4].map((index) => `codes.${index} format`),
    )
    assert.deepEqual(await refusal(['123456']), [])
    assert.deepEqual(await refusal(['123456', '654321']), ['codes codes_guessable'])
    assert.deepEqual(await refusal(['17']), ['codes codes_guessable'])
    assert.deepEqual(await refusal(Array.from({ length: 1_000 }, (_, one) => `SURVEY${one}`)), [])
  })
})
