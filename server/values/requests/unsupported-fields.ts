import { Type } from 'typebox'
import { bodyError, type FieldError, NotSupported } from '../problems/problem.ts'

/** Schema of members whose feature is not supported yet. They must be declared, because undeclared members are dropped. */
export const unsupportedSchema = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Not supported yet' }))]))

const detail = 'is not supported yet; leave it out.'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)

/** Returns errors for members that only other operations support, unless they are null, false or empty. */
export const notSupportedHere = (body: object, names: readonly string[]): FieldError[] =>
  presentMembers(body, names).map((name) =>
    bodyError(name, 'not_supported', 'is not supported by this operation; leave it out.'),
  )

const presentMembers = (request: object, names: readonly string[]): string[] =>
  names.filter((name) => !isEmpty((request as Readonly<Record<string, unknown>>)[name]))

/** Throws NotSupported for members of unsupported features instead of ignoring them: a silent no-op could cost users money. */
export function rejectUnsupported(body: object, names: readonly string[]): void {
  const wrong = presentMembers(body, names).map((name) => bodyError(name, 'not_supported', detail))
  if (wrong.length > 0) throw NotSupported(wrong)
}
