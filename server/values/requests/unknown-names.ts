import { distance } from 'fastest-levenshtein'
import { bodyError, type FieldError, queryError } from '../problems/problem.ts'
import type { Sentence } from '../sentences.ts'

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean
  readonly items?: Schema
}

const mapSchemas = (schemas: Readonly<Record<string, Schema>> | undefined) =>
  Object.fromEntries(Object.entries(schemas ?? {}).map(([name, each]) => [name, closed(each)]))

/** Returns the schema so that it refuses members that it does not name, at every depth. Objects with free member names stay open. */
export function closed(schema: Schema): Schema {
  const { properties, patternProperties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && { properties: mapSchemas(properties), additionalProperties: additionalProperties ?? false }),
    ...(patternProperties && { patternProperties: mapSchemas(patternProperties) }),
    ...(items && { items: closed(items) }),
  }
}

/** Returns only the members that the schema names. Objects with free member names are kept whole. */
export function namedMembers(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => namedMembers(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, patternProperties = {} } = schema
  if (schema.additionalProperties || !(schema.properties || schema.patternProperties)) return value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : Object.values(patternProperties)[0]
    return own ? [[name, namedMembers(own, member)]] : []
  })
  return Object.fromEntries(members)
}

/** Returns an error about a member that the operation does not know. */
export function unknownMember(path: string, name: string, known: readonly string[]): FieldError {
  const near = nearestName(name, known)
  return bodyError(path, 'unknown_member', isUnknown(near), near === undefined ? undefined : { nearest: near })
}

/** Returns an error about a query parameter that the operation does not know. */
export function unknownParameter(name: string, known: readonly string[]): FieldError {
  const near = nearestName(name, known)
  const error = queryError(name.slice(0, nameLengthMax), 'unknown_parameter', isUnknown(near))
  return near === undefined ? error : { ...error, params: { nearest: near } }
}

const isUnknown = (near: string | undefined): Sentence => ({
  en: `is not known to this operation.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  ru: `этой операции не известно.${near === undefined ? '' : ` Возможно, ${near}?`}`,
})

/** Longer names are compared with nothing: they are no mistyped ones, and comparing takes time. */
const nameLengthMax = 64
const containedLengthMin = 4

/** Names are compared without case and punctuation: `max_cost` is maxCost. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the known name that was probably meant: one that differs in at most a third of the letters, or contains the given one. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(given.slice(0, nameLengthMax + 1))
  if (letters.length === 0 || letters.length > nameLengthMax) return undefined
  const differences = known.map((name) => ({
    name,
    letters: lettersOf(name),
    edits: distance(letters, lettersOf(name)),
  }))
  const [nearest] = differences.toSorted((one, other) => one.edits - other.edits)
  if (nearest && nearest.edits <= Math.ceil(letters.length / 3)) return nearest.name
  return letters.length < containedLengthMin
    ? undefined
    : differences.find((each) => each.letters.includes(letters) || letters.includes(each.letters))?.name
}
