import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stopwatch } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api.ts'
import type { FeedPart } from './actions.ts'
import { waitSecondsMax, waitsOfAccountMax } from './event.ts'

const pollMs = 500

type Wait = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly seconds: number }

/**
 * Returns a function that reads the feed until it has an event, the seconds are over, the client is gone or the server stops. A waiting
 * request uses no capacity. Beyond `waitsOfAccountMax` requests of an account, the answer is what the feed has now.
 */
export function createFeedWait(api: Api) {
  const waiting = new Map<number, number>()
  const closing = new AbortController()
  api.addHook('preClose', async () => closing.abort())

  return async ({ request, reply, seconds }: Wait, read: () => Promise<FeedPart>): Promise<FeedPart> => {
    const passed = stopwatch()
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([closing.signal, gone.signal])
    const part = await read()
    const { account } = part
    const count = waiting.get(account) ?? 0
    if (seconds === 0 || part.bodies.length > 0 || count >= waitsOfAccountMax) return part
    waiting.set(account, count + 1)
    try {
      return await readAgain()
    } finally {
      const left = (waiting.get(account) ?? 1) - 1
      if (left > 0) waiting.set(account, left)
      else waiting.delete(account)
    }

    async function readAgain(): Promise<FeedPart> {
      for (let last = part; ; ) {
        const leftMs = Math.min(seconds, waitSecondsMax) * 1000 - passed()
        if (last.bodies.length > 0 || leftMs <= 0 || signal.aborted) return last
        request.permit?.pause()
        await setTimeout(Math.min(pollMs, leftMs), undefined, { signal }).catch(() => undefined)
        request.permit?.resume()
        if (!gone.signal.aborted) last = await read()
      }
    }
  }
}
