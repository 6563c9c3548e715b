import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'
import type { Api } from './api.ts'

const { constants } = zlib
const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]

/** Smaller responses fit in one packet anyway. */
const bytesMin = 1024
/** 60 to 70 µs for 16 kB, which become 2.5 kB. Higher levels take up to three times as long to save another tenth. */
const encoders = {
  br: (body: string | Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (body: string | Buffer) => gzip(body, { level: 1 }),
}
const encodings = Object.keys(encoders) as (keyof typeof encoders)[]

/**
 * Compresses JSON responses of a kilobyte or more for clients that accept it (RFC 9110, 12.5.3). Streams stay as they are. Attacks that
 * guess secrets from compressed sizes (BREACH) need requests with the victim's credential from another site: bearer tokens and
 * SameSite=Strict cookies are never sent with those.
 */
export function compressResponses(api: Api): void {
  api.addHook('onSend', async ({ headers }, reply, payload) => {
    if (reply.hasHeader('content-encoding') || !isLongJson(payload, reply.getHeader('content-type'))) return payload
    vary(reply)
    const encoding = negotiate(headers['accept-encoding'] ?? '', encodings) as keyof typeof encoders | null
    if (!encoding) return payload
    const body = await encoders[encoding](payload)
    reply.header('Content-Encoding', encoding).header('Content-Length', body.length)
    return body
  })
}

function vary(reply: FastifyReply): void {
  const known = reply.getHeader('vary')
  if (!String(known).includes('Accept-Encoding'))
    reply.header('Vary', known ? `${known}, Accept-Encoding` : 'Accept-Encoding')
}

const isLongJson = (payload: unknown, type: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  payload.length >= bytesMin &&
  /^application\/(?:problem\+)?json\b/.test(String(type))
