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

/** What a route that ends like this gives to be kept: the status of an answer, or else the code that it fails with. */
async function keptOf(refusal: (extras: Extras) => Problem): Promise<number | string | undefined> {
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
  await api.inject({ method: 'POST', url: '/', headers: { 'idempotency-key': 'a' } })
  await api.close()
  return kept
}

test('a refusal by the state of things is an answer that is kept', async () => {
  assert.deepEqual(await Promise.all(refusals.kept.map(keptOf)), [409, 404])
})

test('a refusal that may be over in a moment, or of what was never begun, is not', async () => {
  assert.deepEqual(await Promise.all(refusals.notKept.map(keptOf)), [
    'validation_error',
    'once_unknown',
    'once_forbidden',
    'once_limited',
    'once_away',
  ])
})
