import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { languageLevels } from '../../values/language-level.ts'
import { nicknameLengthMax, nicknameLengthMin } from '../../values/nickname.ts'
import { nullable } from '../../values/requests/schema.ts'
import { titleText } from '../../values/requests/texts.ts'
import { genders } from '../account.ts'
import { ageMin, languageLengthMax, languagesMax, type Profile, sides } from '../profile.ts'
import { ownAccountJson } from '../serialize.ts'
import { addOwnRole, cancelChange, changeAccount, openAccount } from './actions.ts'
import { nicknamesPerYearMax } from './nickname-choice.ts'

const tag = Type.String({ maxLength: languageLengthMax, description: 'BCP 47' })
const day = Type.String({
  maxLength: 10,
  description: `A date such as 1990-01-31, minimum age ${ageMin}; null removes it`,
})
const nickname = titleText({
  maxLength: 100,
  description: `Advertisers see it beside the work: ${nicknameLengthMin} to ${nicknameLengthMax} letters, digits, spaces, hyphens, apostrophes or underscores; unique; at most ${nicknamesPerYearMax} new ones a year; null removes it`,
})
const gender = Type.Unsafe<Profile['gender']>({ type: ['string', 'null'], enum: [...genders, null] })
const country = nullable(Type.Integer({ description: 'ISO 3166-1 numeric code; null removes it' }))

const profile = Type.Object(
  {
    nickname: Type.Optional(nullable(nickname)),
    birthDate: Type.Optional(nullable(day)),
    countryId: Type.Optional(country),
    gender: Type.Optional(gender),
    languages: Type.Optional(Type.Array(tag, { maxItems: languagesMax })),
    languageLevels: Type.Optional(
      Type.Record(Type.String(), Type.Enum([...languageLevels]), {
        maxProperties: languagesMax,
        description: 'How well you speak some of these languages, by tag, such as {"de": "B2"}; replaces the levels',
      }),
    ),
  },
  { description: 'Executors only. Omitted members stay unchanged' },
)
const changeBody = Type.Object({ language: Type.Optional(tag), profile: Type.Optional(profile) })
const response = { 200: ownAccountJson.schema }

/** Group A: accounts read and change themselves. */
export async function accountRoutes(api: Api) {
  api.get('', { schema: { response } }, async ({ ctx }) =>
    ownAccountJson.serialize((await openAccount(ctx, 'own')).account),
  )
  api.patch('', { schema: { body: changeBody, response } }, async ({ ctx, body }) =>
    ownAccountJson.serialize(await changeAccount(ctx, body)),
  )
  ownRoute(api, 'DELETE /profile-change', ownAccountJson, cancelChange)
  const roleBody = Type.Object({ role: Type.Enum([...sides]) })
  api.post('/roles', { schema: { body: roleBody, response } }, async ({ ctx, body }) =>
    ownAccountJson.serialize(await addOwnRole(ctx, body.role)),
  )
}
