import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchema } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { once } from '../../values/once.ts'

/** Fastify's serializer compiler. Compiles on first use, because compiling all schemas takes half of the start time. */
export function serializerFor({ schema }: FastifyRouteSchemaDef<FastifySchema>) {
  const serializer = once(() => fastJsonStringify(schema as object))
  return (answer: unknown): string => serializer()(answer)
}
