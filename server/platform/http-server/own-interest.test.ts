import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import type { Api } from '../http/api.ts'
import { refuseOwnInterest } from './own-interest.ts'

const caller = 7

async function open(concerns: string | undefined, method: 'GET' | 'POST' = 'POST') {
  const api = Fastify() as unknown as Api
  refuseOwnInterest(api, { offer: async () => [3, caller], other: async () => [] }, async () => [caller])
  api.route({ method, url: '/x', ...(concerns ? { config: { concerns } } : {}), handler: async () => ({}) })
  await api.ready()
  return (await api.inject({ method, url: '/x' })).statusCode
}

describe('operations of operators', () => {
  test('a changing operation that does not declare whom it concerns stops the start', async () => {
    await assert.rejects(open(undefined), /POST \/x must declare whom it concerns/)
  })

  test('an unknown kind of record stops the start', async () => {
    await assert.rejects(open('ofer'), /must declare/)
    await assert.rejects(open('toString', 'GET'), /must declare/)
  })

  test('refuses a party of the record, and nobody else', async () => {
    assert.equal(await open('offer'), 500)
    assert.equal(await open('other'), 200)
    assert.equal(await open('nobody'), 200)
    assert.equal(await open(undefined, 'GET'), 200)
  })
})
