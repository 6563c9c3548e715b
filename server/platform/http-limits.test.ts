import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countRequests } from './http-limits.ts'

test('whoever is refused although one became free just then is told to come again in a second', async () => {
  const standing = { policy: 'default', most: 10, remaining: 1, resetMs: 40_000 }
  const counting = countRequests({
    limits: {
      ofCredential: async () => ({ isGranted: false, standings: [standing] }),
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
