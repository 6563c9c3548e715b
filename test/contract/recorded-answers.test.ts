import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Answer } from '../support/client.ts'
import { advertiser, executor, expectOk, operator, proof, taskBody, workPath } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { tellAll } from '../support/scenarios/received-events.ts'

const market = await openMarket()
/** Recorded before tasks could have items. Recorded anew with `RECORD=1`, which shows in the diff what clients will notice. */
const file = join(import.meta.dirname, 'recorded-answers.txt')

test('answers about tasks without items and pages are as recorded, byte for byte', async () => {
  const lines: string[] = []
  const plain = withoutChance(market.url)
  const ask = async (name: string, asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    lines.push(`${name}: ${answer.status}`, plain(answer.raw), '')
    return answer
  }
  await story(ask)
  const found = `${lines.join('\n').trimEnd()}\n`
  if (process.env['RECORD'] === '1') writeFileSync(file, found)
  assert.equal(found, readFileSync(file, 'utf8'))
})

type Ask = (name: string, asked: Promise<Answer>) => Promise<Answer>

async function story(ask: Ask): Promise<void> {
  const [owner, worker, moderator] = [await advertiser(market), await executor(market), await operator(market)]
  const task = await taskBody(market, { description: 'Answer {{all}} questions.', draft: true, externalId: 'survey-1' })
  await ask('estimate', owner.b.post('/v1/tasks/estimate', task))
  const { id } = expectOk(await ask('create a draft', owner.b.post('/v1/tasks', task)))
  await ask('create with wrong members', owner.b.post('/v1/tasks', { ...task, totalLimit: 0, title: '' }))
  await ask('change a draft', owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 3 }))
  await ask('submit', owner.a.post(`/api/advertiser/offers/${id}/submit`))
  const { version } = expectOk(await ask('read for moderation', moderator.a.get(`/api/operator/offers/${id}`)))
  await ask('approve', moderator.a.post(`/api/operator/offers/${id}/approve`, { version }))
  await ask('list tasks', owner.b.get('/v1/tasks'))
  await ask('list offers', owner.a.get('/api/advertiser/offers'))
  await ask('read an offer', owner.a.get(`/api/advertiser/offers/${id}`))
  await ask('list available offers', worker.a.get('/api/executor/offers/available'))
  await ask('read an available offer', worker.a.get(`/api/executor/offers/available/${id}`))
  await work(ask, { id, owner, worker, moderator })
  await ask('read a task', owner.b.get(`/v1/tasks/${id}`))
  await tellAll(market)
  await ask('events', owner.b.get('/v1/events'))
  await ask('archive', owner.b.delete(`/v1/tasks/${id}`))
  await ask('balance', owner.b.get('/v1/balance'))
}

type People = Readonly<Record<'owner' | 'worker' | 'moderator', Awaited<ReturnType<typeof advertiser>>>>

async function work(ask: Ask, { id, owner, worker, moderator }: People & { readonly id: number }): Promise<void> {
  const { id: reservationId } = expectOk(await ask('reserve', worker.a.post(`${workPath(id)}/reserve`)))
  await ask('reserve again', worker.a.post(`${workPath(id)}/reserve`))
  await ask('list reservations', worker.a.get('/api/executor/reservations'))
  const body = { reservationId, proofUrls: [await proof(worker, id)] }
  await ask(
    'submit with wrong details',
    worker.a.post(`${workPath(id)}/submit-execution`, { ...body, details: 'none' }),
  )
  const { id: report } = expectOk(await ask('submit work', worker.a.post(`${workPath(id)}/submit-execution`, body)))
  await ask('read own work', worker.a.get(`/api/executor/executions/${report}`))
  await ask('list reports', owner.b.get('/v1/reports'))
  await ask('read a report', owner.b.get(`/v1/reports/${report}`))
  await ask('reject', owner.b.post(`/v1/reports/${report}/reject`, { reason: 'Two answers are missing.' }))
  await ask(
    'appeal',
    worker.a.post(`/api/executor/executions/${report}/dispute`, { statement: 'All answers are there.' }),
  )
  const [dispute] = expectOk(await ask('list disputes', moderator.a.get('/api/operator/disputes'))).items
  await ask('read a dispute', moderator.a.get(`/api/operator/disputes/${dispute.id}`))
  await ask('concede', owner.b.post(`/v1/reports/${report}/dispute/concede`))
  await ask('list work', worker.a.get('/api/executor/executions'))
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const random =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|(?:ex|adv|evt|req)_\w+|(?<=[?&](?:expires|signature|s|e|sig|token|exp)=)[\w.-]+|\b[0-9a-f]{64}\b|(?<="nextCursor":")[^"]+/g
const emails = /\w+@example\.com/g
const measures = /(?<="(?:workSeconds|size)":)\d+/g
const ids = /(?<="\w*[iI]d":|(?:tasks|offers|reports|executions|reservations|disputes|files)\/)\d+/g

/** Returns a function that replaces what differs from run to run: the address, times, random texts, and ids, which stay distinct. */
function withoutChance(url: string): (raw: string) => string {
  const known = new Map<string, string>()
  const numbered = (text: string) => {
    if (!known.has(text)) known.set(text, `#${known.size + 1}`)
    return known.get(text) as string
  }
  return (raw) =>
    raw
      .replaceAll(url, 'http://market')
      .replace(times, '(time)')
      .replace(measures, '(number)')
      .replace(emails, '(email)')
      .replace(random, '(random)')
      .replace(ids, (text) => numbered(text))
}
