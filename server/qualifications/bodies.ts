import { type Static, type TSchema, Type } from 'typebox'
import { bodyError, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { timeOf } from '../values/requests/query.ts'
import { nullable, optional } from '../values/requests/schema.ts'
import { proseText, tidyText, titleText } from '../values/requests/texts.ts'
import { mustBeInstant } from '../values/sentences.ts'
import { descriptionLengthMax, grantsAsJsonMax, type NamedGrant, nameLengthMax } from './qualification.ts'
import { scoreMax } from './requirement.ts'

/** A CSV of 50,000 grants. */
export const grantsBytesMax = 4 * 1024 * 1024

const prose = (description: string) => optional(proseText({ maxLength: descriptionLengthMax, description }))
const name = titleText({ minLength: 1, maxLength: nameLengthMax })
const changeable = {
  description: prose('What it says about an executor'),
  howToGet: prose('For executors: how they can get it'),
  isVisible: Type.Optional(
    Type.Boolean({ description: 'Whether executors may know that it exists, and that they have it; default true' }),
  ),
}

export const createBody = Type.Object({
  name,
  ...changeable,
  hasScore: Type.Optional(Type.Boolean({ description: 'Default true; false: a group. It never changes' })),
})
export const changeBody = Type.Object({ name: Type.Optional(name), ...changeable })

/** The grants of a request, whose executors are named by this member. */
export const grantsBody = <Name extends string, Schema extends TSchema>(member: Name, schema: Schema) =>
  Type.Object({
    grants: optional(
      Type.Array(
        Type.Object({
          ...({ [member]: schema } as Record<Name, Schema>),
          score: optional(
            Type.Integer({ minimum: 0, maximum: scoreMax, description: 'Required, unless it is a group' }),
          ),
          expiresAtUtc: optional(
            Type.String({ maxLength: 40, description: 'RFC 3339 date-time; it counts before. Default: without end' }),
          ),
        }),
        { minItems: 1, maxItems: grantsAsJsonMax },
      ),
    ),
    csv: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          description: `A heading and one grant per line: ${member}, score, expiresAtUtc`,
        }),
      ),
    ),
    reason: optional(proseText({ maxLength: 500, description: 'For the activity log' })),
  })

type Timed = { readonly score?: number | null; readonly expiresAtUtc?: string | null }

/** Returns the grants of a body. Throws ValidationError for texts that are no times. */
export function namedGrants<Body extends Timed>(
  grants: readonly Body[] | null | undefined,
  nameOf: (grant: Body) => string,
): NamedGrant[] | undefined {
  const errors: FieldError[] = []
  const named = grants?.map((grant, index) => {
    const { score = null, expiresAtUtc = null } = grant
    const expiresAt = expiresAtUtc === null ? null : timeOf(expiresAtUtc)
    if (expiresAt === undefined) errors.push(bodyError(`grants.${index}.expiresAtUtc`, 'format', mustBeInstant))
    return { executor: nameOf(grant), score, expiresAt: expiresAt ?? null }
  })
  if (errors.length > 0) throw ValidationError(errors)
  return named
}

/** Returns a change without members that are left out, with tidy texts. */
export function changeFrom({ name, description, howToGet, isVisible }: Static<typeof changeBody>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: tidy(description) }),
    ...(howToGet === undefined ? {} : { howToGet: tidy(howToGet) }),
    ...(isVisible === undefined ? {} : { isVisible }),
  }
}

/** Empty texts are none. */
const tidy = (text: string | null): string | null => tidyText(text ?? '') || null

export const createFrom = ({ name, hasScore, ...rest }: Static<typeof createBody>) => ({
  ...changeFrom(rest),
  name,
  ...(hasScore === undefined ? {} : { hasScore }),
})
