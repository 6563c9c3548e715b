import { webhooks } from '@task-marketplace/sdk'
import express from 'express'

const { WEBHOOK_SECRET, PORT = '4000' } = process.env
const seen = new Set() // in a program of yours: a table with a unique column

const app = express()
// The signature covers the body as it was sent, so it is not parsed first.
app.post('/webhooks', express.text({ type: 'application/json', limit: '1mb' }), async (request, response) => {
  try {
    const event = await webhooks.verify(request.headers, request.body, WEBHOOK_SECRET)
    // A new webhook gets events once it answered a challenge.
    const challenge = webhooks.challengeOf(event)
    if (challenge) return response.json(challenge)
    // The same event may arrive again.
    if (!seen.has(event.id)) console.log(event.type, event.livemode ? 'live' : 'sandbox')
    seen.add(event.id)
    response.sendStatus(204)
  } catch (error) {
    response.status(400).send(error.message)
  }
})
app.listen(Number(PORT), '127.0.0.1', (error) => {
  // Express passes errors such as a used port to this function.
  if (error) throw error
  console.log('ready')
})
