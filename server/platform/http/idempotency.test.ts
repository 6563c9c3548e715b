import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import {
  conflict,
  type Extras,
  forbidden,
  limited,
  missing,
  type Problem,
  unauthenticated,
  unavailable,
  ValidationError,
} from '../../values/problems/problem.ts'
import type { Ctx } from '../database/ctx.ts'
import type { Api } from './api.ts'
import { answerOnce, type RunOnce } from './idempotency.ts'

const refusals = {
  kept: [conflict('once_conflict', 'A conflict', ''), missing('once_missing', 'Missing', '')],
  notKept: [
    () => ValidationError([]),
    unauthenticated('once_unknown', 'Unknown', ''),
    forbidden('once_forbidden', 'Forbidden', ''),
    limited('once_limited', 'Limited', ''),
    unavailable('once_away', 'Away', ''),
  ],
} as const

/** Returns what is stored when a route ends with this refusal: the status, or else the code of the error. */
async function keptOf(
  refusal: (extras: Extras) => Problem,
  more: Readonly<Record<string, string>> = {},
): Promise<number | string | undefined> {
  let kept: number | string | undefined
  const once: RunOnce = async (ctx, _asked, work) => {
    const answered = await work(ctx).catch((error: Problem) => {
      kept = error.type.code
      throw error
    })
    kept = answered.status
    return { ...answered, isReplayed: false }
  }
  const api = Fastify() as unknown as Api
  api.decorateRequest('ctx')
  api.addHook('onRequest', async (request) => {
    request.ctx = {} as Ctx
  })
  answerOnce(api, { once, keyOf: (header) => header, publicUrl: 'http://market.example' })
  api.post('/', async () => {
    throw refusal({})
  })
  await api.inject({ method: 'POST', url: '/', headers: { 'idempotency-key': 'a', ...more } })
  await api.close()
  return kept
}

test('stores a refusal that depends on the state', async () => {
  assert.deepEqual(await Promise.all(refusals.kept.map((refusal) => keptOf(refusal))), [409, 404])
})

test('stores no refusal of a request that asks for it', async () => {
  const kept = refusals.kept.map((refusal) => keptOf(refusal, { 'idempotency-stored': 'successes' }))
  assert.deepEqual(await Promise.all(kept), ['once_conflict', 'once_missing'])
})

test('does not store a temporary refusal, or one before the work began', async () => {
  assert.deepEqual(await Promise.all(refusals.notKept.map((refusal) => keptOf(refusal))), [
    'validation_error',
    'once_unknown',
    'once_forbidden',
    'once_limited',
    'once_away',
  ])
})
