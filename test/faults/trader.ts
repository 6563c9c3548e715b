import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Acknowledged } from './acknowledged.ts'
import type { Answer, Request, Send } from './send.ts'
import type { Participants } from './setup.ts'

/** Context of the trade. When it is over, started work is still finished. */
export type Trader = {
  readonly participants: Participants
  readonly acknowledged: Acknowledged
  readonly ask: Send
  /** Pause between requests, in milliseconds. */
  readonly thinkMs: number
  isOver(): boolean
}

/** Sends a request until it succeeds: it is allowed, so any other outcome is an error. */
export async function expectOk({ ask, thinkMs }: Trader, request: Request): Promise<Answer['body']> {
  const { status, raw, body } = await ask(request)
  assert.ok(status < 300, `${request.method} ${request.path}: ${status} ${raw}`)
  await setTimeout(thinkMs)
  return body
}

export const post = (trade: Trader, bearer: string, path: string, body?: object): Promise<Answer['body']> =>
  expectOk(trade, { bearer, method: 'POST', path, ...(body ? { body } : {}) })
