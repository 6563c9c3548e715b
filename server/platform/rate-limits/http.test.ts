import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound, type Problem } from '../../values/problems/problem.ts'
import { problemOf, TemporarilyUnavailable } from '../http/answer.ts'
import { createCounting, RateLimited } from './http.ts'

test('asks for a retry after one second when a request became free during the refusal', async () => {
  const status = { policy: 'default', most: 10, remaining: 1, resetMs: 40_000 }
  const counting = createCounting({
    limits: {
      ofCredential: async () => ({ isGranted: false, statuses: [status] }),
      ofAddress: () => assert.fail('there is a credential'),
      stop: () => {},
    },
    presented: () => ({ hash: Buffer.alloc(0), key: '', most: 10 }),
    anonymousMax: 1,
    signedMax: 1,
  })
  const request = { routeOptions: { config: {} } } as FastifyRequest
  const reply = { header: () => {} } as unknown as FastifyReply
  await assert.rejects(counting.ofRequest(request, reply), {
    extras: { 'violated-policies': [], retryAfterSeconds: 1 },
  })
})

describe('a request that was not served', () => {
  const answered = async (...problems: Problem[]) => {
    const status = { policy: 'default', most: 10, remaining: 9, resetMs: 40_000 }
    let returned = 0
    const giveBack = () => {
      returned++
      return { isGranted: true, statuses: [{ ...status, remaining: 10 }] }
    }
    const counting = createCounting({
      limits: {
        ofCredential: async () => ({ isGranted: true, statuses: [status], giveBack }),
        ofAddress: () => assert.fail('there is a credential'),
        stop: () => {},
      },
      presented: () => ({ hash: Buffer.alloc(0), key: '', most: 10 }),
      anonymousMax: 1,
      signedMax: 1,
    })
    const headers: Record<string, string> = {}
    const request = { routeOptions: { config: {} } } as FastifyRequest
    const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
    await counting.ofRequest(request, reply as unknown as FastifyReply)
    for (const problem of problems) counting.giveBack(request, reply as unknown as FastifyReply, problem)
    return [returned, /r=(\d+)/.exec(headers['RateLimit'] ?? '')?.[1]]
  }
  const limited = (policy: string) => RateLimited({ 'violated-policies': [policy], retryAfterSeconds: 1 })

  test('is given back once after a 503, and the headers say so', async () => {
    assert.deepEqual(await answered(TemporarilyUnavailable({}), TemporarilyUnavailable({})), [1, '10'])
  })
  test('stays counted after any other refusal', async () => {
    const internal = problemOf(new Error('ours'), { error: () => {} } as unknown as FastifyBaseLogger)
    assert.deepEqual(await answered(limited('pixels'), NotFound({}), internal), [0, '9'])
  })
})
