import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchema } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { once } from '../../values/once.ts'

/** Fastify's serializer compiler: made of the schema with the first answer, because all of them together take half a start. */
export function serializerFor({ schema }: FastifyRouteSchemaDef<FastifySchema>) {
  const serializer = once(() => fastJsonStringify(schema as object))
  return (answer: unknown): string => serializer()(answer)
}
