import { type Static, Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { queryError, ValidationError } from '../../values/problems/problem.ts'
import { idsFilter } from '../../values/requests/schema.ts'
import { type Audience, genders } from '../offer.ts'
import { estimateAudience } from './actions.ts'
import { audienceSizeSchema, serializeAudienceSize } from './serialize.ts'

const age = Type.Optional(Type.Integer({ minimum: 14, maximum: 120 }))
const countriesMax = 250
const query = Type.Object({
  minAge: age,
  maxAge: age,
  gender: Type.Optional(Type.Enum([...genders])),
  targetCountryIds: idsFilter,
  minExecutorLevel: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
})

export async function audienceSizeRoutes(api: Api) {
  const schema = { querystring: query, response: { 200: audienceSizeSchema } }
  api.get('/offers/audience', { schema }, async ({ ctx, query }) =>
    serializeAudienceSize(await estimateAudience(ctx, () => audienceOf(query))),
  )
}

const audienceOf = ({
  minAge,
  maxAge,
  gender,
  minExecutorLevel,
  targetCountryIds,
}: Static<typeof query>): Audience => ({
  minAge: minAge ?? null,
  maxAge: maxAge ?? null,
  gender: gender ?? 'Any',
  targetCountries: countriesIn(targetCountryIds),
  minLevel: minExecutorLevel ?? 0,
  requirements: null,
})

function countriesIn(countries: readonly number[] = []): number[] {
  if (countries.length > countriesMax || countries.some((country) => country < 0 || country > 999))
    throw ValidationError([
      queryError('targetCountryIds', 'invalid', {
        en: `must be up to ${countriesMax} ids of countries, such as 276,840.`,
        ru: `должно быть не больше ${countriesMax} номеров стран, например 276,840.`,
      }),
    ])
  return [...countries]
}
