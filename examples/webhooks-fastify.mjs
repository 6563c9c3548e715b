import { webhooks } from '@task-marketplace/sdk'
import fastify from 'fastify'

const { WEBHOOK_SECRET, PORT = '4000' } = process.env
const seen = new Set() // in a program of yours: a table with a unique column

const app = fastify({ bodyLimit: 1_000_000 })
// The signature covers the body as it was sent, so it is not parsed first.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.post('/webhooks', async (request, reply) => {
  try {
    const event = await webhooks.verify(request.headers, request.body, WEBHOOK_SECRET)
    // A new webhook gets events once it answered a challenge.
    const challenge = webhooks.challengeOf(event)
    if (challenge) return challenge
    // The same event may arrive again.
    if (!seen.has(event.id)) console.log(event.type, event.livemode ? 'live' : 'sandbox')
    seen.add(event.id)
    return reply.code(204).send()
  } catch (error) {
    return reply.code(400).send(error.message)
  }
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
console.log('ready')
