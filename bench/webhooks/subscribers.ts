import { fork } from 'node:child_process'
import { on } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { Agent } from 'undici'
import type { Endpoint } from './backlog.ts'
import type { ReceivedCounts, ReceiverAnswer, ReceiverOptions, Sample } from './receiver.ts'

/** The interface to the receiver's process. */
export type Subscribers = {
  ports(count: number): Promise<readonly number[]>
  /** Starts a new count. The returned function waits until all events have arrived, or for the given time. */
  count(expected: number, silent?: number): Promise<(untilMs: number) => Promise<ReceivedCounts>>
  close(): void
}

export function openSubscribers(): Subscribers {
  const program = fork(join(import.meta.dirname, 'receiver.ts'))
  const messageFrom = async <Wanted extends ReceiverAnswer>(
    is: (told: ReceiverAnswer) => told is Wanted,
  ): Promise<Wanted> => {
    const messages = on(program, 'message', { close: ['exit'] }) as AsyncIterable<[ReceiverAnswer]>
    for await (const [told] of messages) if (is(told)) return told
    throw new Error('the receiver has ended')
  }
  const tell = (options: ReceiverOptions) => void program.send(options)
  return {
    ports: (count) => {
      tell({ ports: count })
      return messageFrom((told): told is readonly number[] => Array.isArray(told))
    },
    count: async (expected, silent) => {
      tell({ expected, silent })
      await messageFrom((told): told is 'counting' => told === 'counting')
      const tally = messageFrom((told): told is ReceivedCounts => typeof told === 'object' && 'events' in told)
      // Rejects when the process ends, even if nothing awaits it.
      tally.catch(() => {})
      return async (untilMs) => {
        const late = new AbortController()
        const asked = setTimeout(untilMs, undefined, { signal: late.signal }).then(() => tell('tell'))
        asked.catch(() => {})
        return tally.finally(() => late.abort())
      }
    },
    close: () => program.kill(),
  }
}

/** Whether the signature is valid by the endpoint's secret, checked with the public package. */
export function isVerified(endpoints: readonly Endpoint[], { place: index, headers, body }: Sample): boolean {
  try {
    new Webhook(endpoints[index]?.secret ?? '').verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

const answerMsMax = 10_000

/** Measures the requests per second of a plain loop to the same receiver, with a fixed number in progress. */
export async function plainRate(endpoints: readonly Endpoint[], like: Sample, underWay: number, seconds: number) {
  const agent = new Agent({ headersTimeout: answerMsMax })
  const headers = Object.fromEntries(
    Object.entries(like.headers).filter(([name]) => /^(?:webhook-|content-type|user-agent)/.test(name)),
  )
  const targets = endpoints.map(({ url }) => new URL(url))
  const until = performance.now() + seconds * 1000
  let turn = 0
  let answered = 0
  const keepBusy = async () => {
    while (performance.now() < until) {
      const { origin, pathname: path } = targets[turn++ % targets.length] as URL
      const { body } = await agent.request({ origin, path, method: 'POST', headers, body: like.body })
      await body.dump()
      answered++
    }
  }
  await Promise.all(Array.from({ length: underWay }, keepBusy))
  await agent.close()
  return answered / seconds
}
