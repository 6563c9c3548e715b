import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after } from 'node:test'

/** A span in OTLP/JSON. */
export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number }
}

/** Opens a trace receiver on loopback that stores what it receives. Ends with the test file. */
export async function openCollector() {
  const spans: ReceivedSpan[] = []
  const raw: string[] = []
  const headers: Record<string, unknown>[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as any
    headers.push({ ...request.headers, path: request.url })
    raw.push(JSON.stringify(body))
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, spans, raw, headers, state }
}

/** Returns the value of a span's attribute. */
export const attributeOf = ({ attributes }: ReceivedSpan, key: string): unknown => {
  const value = attributes.find((one) => one.key === key)?.value ?? {}
  return Object.values(value)[0]
}
