import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify'

/** The Fastify instance for routes: bodies and queries have the types of their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export const jsonContentType = 'application/json; charset=utf-8'

/** Returns the JSON of a part of an answer, as if it were sent. */
export const jsonOf = (reply: FastifyReply, schema: object, part: object): string =>
  reply.serializeInput(part as { [key: string]: unknown }, schema as { [key: string]: unknown })

/** Sends JSON that is serialized already: the route's schema serves the documents and the tests. */
export const sendJson = (reply: Pick<FastifyReply, 'type' | 'send'>, bytes: Buffer) =>
  reply.type(jsonContentType).send(bytes)
