import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { amountMax } from '../../values/money.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { amount, idParams, nullable, pageQuery } from '../../values/requests/schema.ts'
import { titleText } from '../../values/requests/texts.ts'
import { nameLengthMax, roles, scopes, tokenDaysDefault, tokenDaysMax } from '../account.ts'
import type { IssuedKind } from '../credential.ts'
import { networkLengthMax, networksMax } from '../network.ts'
import { changeKey, createOwnKey, issueOwnToken, listCredentials, revokeOwn } from './actions.ts'
import {
  credentialSchema,
  credentialsSchema,
  issuedSchema,
  serializeIssued,
  serializeOwnCredential,
  serializeOwnCredentials,
} from './serialize.ts'

const name = titleText({ minLength: 1, maxLength: nameLengthMax, description: 'A name to recognise it by' })
const days = (byDefault: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: tokenDaysMax, description: `Validity in days; default: ${byDefault}` }),
  )
const some = (of: readonly string[], description: string) =>
  Type.Optional(Type.Array(Type.Enum([...of]), { maxItems: of.length, uniqueItems: true, description }))

/** `networksFrom` validates the text and reports every mistake. */
const allowedNetworks = Type.Array(Type.String({ minLength: 1, maxLength: networkLengthMax }), {
  maxItems: networksMax,
  description: 'Allowed networks, such as 203.0.113.0/24; empty: any address',
})

const dailySpendMax = Type.Optional(
  nullable(
    amount({
      minimum: 0,
      maximum: amountMax,
      description: 'What the key may hold and spend per UTC day, in all Group B operations; null: no limit',
    }),
  ),
)

const tokenBody = Type.Object({
  name,
  roles: some(roles, 'Roles that it covers; default: all roles of the account'),
  days: days(`${tokenDaysDefault}`),
})
const keyBody = Type.Object({
  name,
  scopes: some(scopes, 'Its scopes; default: all'),
  allowedNetworks: Type.Optional(allowedNetworks),
  dailySpendMax,
  days: days('until revoked'),
  livemode: Type.Optional(
    Type.Boolean({ description: 'false: a test key for the sandbox of the account; default true' }),
  ),
})
const issued = { response: { 201: issuedSchema } }

/** Console settings: the account's access tokens. */
export async function tokenRoutes(api: Api) {
  ownRoutes(api, '/tokens', 'AccessToken')
  api.post('/tokens', { schema: { ...issued, body: tokenBody } }, async ({ ctx, body }, reply) => {
    const token = await issueOwnToken(ctx, body)
    reply.code(201).header('Location', `${ctx.config.publicUrl}/console/api/settings/tokens/${token.id}`)
    return serializeIssued(token)
  })
}

/** Console settings: the account's API keys. */
export async function keyRoutes(api: Api) {
  ownRoutes(api, '/keys', 'ApiKey')
  api.post('/keys', { schema: { ...issued, body: keyBody } }, async ({ ctx, body }, reply) => {
    const key = await createOwnKey(ctx, body)
    reply.code(201).header('Location', `${ctx.config.publicUrl}/console/api/settings/keys/${key.id}`)
    return serializeIssued(key)
  })
  const keyChange = Type.Object({ allowedNetworks: Type.Optional(allowedNetworks), dailySpendMax })
  const change = { params: idParams('id'), body: keyChange, response: { 200: credentialSchema } }
  api.patch('/keys/:id', { schema: change }, async ({ ctx, params, body }) =>
    serializeOwnCredential(await changeKey(ctx, idFromPath(params.id), body)),
  )
}

function ownRoutes(api: Api, path: string, kind: IssuedKind): void {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: credentialsSchema } }
  api.get(path, { schema: listed }, async ({ ctx, query }) =>
    serializeOwnCredentials(
      await listCredentials(ctx, kind, requestedPage(ctx.secretKey, query, `credentials ${kind}`)),
    ),
  )
  const one = { params: idParams('id'), response: { 200: credentialSchema } }
  api.delete(`${path}/:id`, { schema: one }, async ({ ctx, params }) =>
    serializeOwnCredential(await revokeOwn(ctx, kind, idFromPath(params.id))),
  )
}
