import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Acknowledged } from './acknowledged.ts'
import type { Answer, Request, Send } from './send.ts'
import type { Participants } from './setup.ts'

/** What trade goes on in, until it is over: what was begun is then finished. */
export type Trader = {
  readonly participants: Participants
  readonly told: Acknowledged
  readonly ask: Send
  /** How long a client thinks before it asks for the next thing. */
  readonly thinkMs: number
  isOver(): boolean
}

/** Asks, and goes on only with a good answer: what was asked for is allowed, however often it had to be asked. */
export async function expectOk({ ask, thinkMs }: Trader, request: Request): Promise<Answer['body']> {
  const { status, raw, body } = await ask(request)
  assert.ok(status < 300, `${request.method} ${request.path}: ${status} ${raw}`)
  await setTimeout(thinkMs)
  return body
}

export const post = (trade: Trader, bearer: string, path: string, body?: object): Promise<Answer['body']> =>
  expectOk(trade, { bearer, method: 'POST', path, ...(body ? { body } : {}) })
