import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { machineSeconds } from '../../server/platform/clock.ts'

/*
 * The subscribers: a process that answers 204 at several ports, one per endpoint, and counts the requests.
 */

/** Commands: listen at further ports, or start a new count until this number of different events has arrived. */
export type ReceiverOptions =
  | { readonly ports: number }
  | { readonly expected: number; readonly silent?: number | undefined }
  | 'tell'
/** Answers: the ports, the start of a count, or its result. */
export type ReceiverAnswer = readonly number[] | 'counting' | ReceivedCounts

/** A received request; `place` is the index of the port. */
export type Sample = {
  readonly place: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export type ReceivedCounts = {
  readonly requests: number
  readonly events: number
  /** Unix milliseconds of the first and the last event. */
  readonly firstAt: number
  readonly lastAt: number
  /** Milliseconds from each event's timestamp to its first arrival. */
  readonly delays: readonly number[]
  readonly samples: readonly Sample[]
}

const sampledEach = 50

const ports: number[] = []
let counting = newCount(0, undefined)

process.on('message', async (options: ReceiverOptions) => {
  if (options === 'tell') tell()
  else if ('ports' in options) {
    while (ports.length < options.ports) ports.push(await listen(ports.length))
    process.send?.(ports satisfies ReceiverAnswer)
  } else {
    counting = newCount(options.expected, options.silent)
    process.send?.('counting' satisfies ReceiverAnswer)
  }
})

function newCount(expected: number, silent: number | undefined) {
  const known = new Set<string>()
  return {
    expected,
    silent,
    known,
    requests: 0,
    firstAt: 0,
    lastAt: 0,
    delays: [] as number[],
    samples: [] as Sample[],
  }
}

async function listen(index: number): Promise<number> {
  const server = createServer((request, response) => void receive(index, request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as { port: number }).port
}

async function receive(index: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = machineSeconds() * 1000
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (index === counting.silent) return
  response.writeHead(204).end()
  const headers = request.headers as Record<string, string>
  note({ place: index, headers, body: Buffer.concat(chunks).toString() }, arrivedAt)
}

function note(sample: Sample, arrivedAt: number): void {
  const id = sample.headers['webhook-id'] ?? ''
  if (counting.requests++ % sampledEach === 0) counting.samples.push(sample)
  if (counting.known.has(id)) return
  counting.known.add(id)
  counting.firstAt ||= arrivedAt
  counting.lastAt = arrivedAt
  counting.delays.push(arrivedAt - Date.parse(/"timestamp":"([^"]+)"/.exec(sample.body)?.[1] ?? ''))
  if (counting.known.size === counting.expected) tell()
}

function tell(): void {
  const { requests, known, firstAt, lastAt, delays, samples } = counting
  process.send?.({ requests, events: known.size, firstAt, lastAt, delays, samples } satisfies ReceiverAnswer)
}
