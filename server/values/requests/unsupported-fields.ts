import { Type } from 'typebox'
import { bodyError, type FieldError, NotSupported } from '../problems/problem.ts'

/** Members of a body whose feature is not there yet: named in its schema, because what that does not name is left out. */
export const laterSchema = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Not supported yet' }))]))

const detail = 'is not supported yet; leave it out.'

const asksNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)

/** Errors for members that another operation understands and this one does not, as far as they ask for something. */
export const notSupportedHere = (body: object, names: readonly string[]): FieldError[] =>
  asked(body, names).map((name) =>
    bodyError(name, 'not_supported', 'is not supported by this operation; leave it out.'),
  )

const asked = (request: object, names: readonly string[]): string[] =>
  names.filter((name) => !asksNothing((request as Readonly<Record<string, unknown>>)[name]))

/** Members whose feature is not there yet are refused, never ignored: nobody must lose money to one that had no effect. */
export function refuseLater(body: object, names: readonly string[], within = ''): void {
  const wrong = asked(body, names).map((name) => bodyError(`${within}${name}`, 'not_supported', detail))
  if (wrong.length > 0) throw NotSupported(wrong)
}
