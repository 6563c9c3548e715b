import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { networkOf } from '../../platform/rate-limits/http.ts'
import { openObject } from '../../values/requests/schema.ts'
import { titleText } from '../../values/requests/texts.ts'
import { passwordLengthMax, passwordLengthMin } from '../account.ts'
import { signInPath } from '../sessions/sessions.ts'
import type { AuthRequest, AuthResponse, SignIn } from './actions.ts'
import type { SignInContext } from './actions-library.ts'
import { signUp } from './actions-sign-up.ts'

/** PostgreSQL cannot store NUL. */
const pattern = '^[^\\u0000]*$'
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern })
const email = text(254)
const password = text(passwordLengthMax)
const newPassword = Type.String({ minLength: passwordLengthMin, maxLength: passwordLengthMax, pattern })
const token = text(2_000)
const id = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })
const name = titleText({ minLength: 1, maxLength: 100, pattern })

/** A passkey response of a browser (WebAuthn JSON), to which browsers may add members. */
const base64url = Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[A-Za-z0-9_-]+$' })
const response = Type.Object(
  {
    id: base64url,
    rawId: base64url,
    type: Type.String({ const: 'public-key' }),
    response: openObject,
    clientExtensionResults: Type.Optional(openObject),
    authenticatorAttachment: Type.Optional(Type.Union([Type.Null(), text(50)])),
  },
  { additionalProperties: true },
)

const nothing = Type.Unsafe<object | null>({ type: ['object', 'null'] })
const reads = ['get-session', 'list-sessions', 'passkey/generate-authenticate-options', 'passkey/list-user-passkeys']

/** Requests that the console may make, with their bodies. Other functions of the library are not reachable. */
const changes: Readonly<Record<string, TSchema>> = {
  confirm: Type.Object({ password }),
  'sign-in/email': Type.Object({ email, password }),
  // The library deletes the session, and its credential is deleted with it.
  'sign-out': nothing,
  'revoke-session': Type.Object({ id }),
  'revoke-sessions': nothing,
  'revoke-other-sessions': nothing,
  'change-password': Type.Object({ currentPassword: password, newPassword }),
  'request-password-reset': Type.Object({ email }),
  'reset-password': Type.Object({ token, newPassword, keepCredentials: Type.Optional(Type.Boolean()) }),
  'send-verification-email': Type.Object({ email }),
  'two-factor/enable': Type.Object({ password }),
  'two-factor/get-totp-uri': Type.Object({ password }),
  'two-factor/verify-totp': Type.Object({ code: text(20) }),
  'two-factor/verify-backup-code': Type.Object({ code: text(20) }),
  'two-factor/generate-backup-codes': Type.Object({ password }),
  'two-factor/disable': Type.Object({ password }),
  'passkey/verify-registration': Type.Object({ response, name: Type.Optional(name) }),
  'passkey/verify-authentication': Type.Object({ response }),
  'passkey/update-passkey': Type.Object({ id, name }),
  'passkey/delete-passkey': Type.Object({ id }),
}

/** Members that our server sets: changing a password always ends all other sessions. */
const fixedMembers: Readonly<Record<string, object>> = { 'change-password': { revokeOtherSessions: true } }

const bodySchema = Type.Object({
  email,
  roles: Type.Array(Type.Union([Type.Literal('Advertiser'), Type.Literal('Executor')]), { minItems: 1, maxItems: 2 }),
  language: text(35),
})

/** Signing up. Only a mail to the address reveals whether it already has an account. */
export const signUpRoutes = (context: SignInContext) => async (api: Api) => {
  api.post('/console/api/sign-up', { schema: { hide: true, body: bodySchema } }, async (request, reply) => {
    await signUp(context, request.body, networkOf(request.ip))
    return reply.code(202).send({ status: 'MailSent' })
  })
}

/** Signing in: the library's paths below `signInPath`. For the console only; not in the OpenAPI documents. */
export const signInRoutes = (signIn: SignIn) => async (api: Api) => {
  type Read = Pick<AuthRequest, 'password' | 'chosen'>
  const send = (request: FastifyRequest, path: string, body?: unknown, read?: Read) =>
    signIn({
      method: read || request.method === 'HEAD' ? 'GET' : request.method,
      path,
      body,
      ...read,
      cookies: request.headers.cookie,
      agent: request.headers['user-agent'],
      origin: request.headers.origin,
      address: request.ip,
    })
  for (const path of reads) {
    api.get(`${signInPath}/${path}`, { schema: { hide: true } }, async (request, reply) =>
      pass(reply, await send(request, `/${path}`)),
    )
  }
  for (const [path, body] of Object.entries(changes)) {
    api.post(`${signInPath}/${path}`, { schema: { hide: true, body } }, async (request, reply) =>
      pass(reply, await send(request, `/${path}`, { ...(request.body ?? {}), ...fixedMembers[path] })),
    )
  }
  // Mail scanners may open mailed links, so only the form on the page confirms.
  const verify = { hide: true, body: Type.Object({ token, password: newPassword }) }
  api.post(`${signInPath}/verify-email`, { schema: verify }, async (request, reply) => {
    const path = `/verify-email?token=${encodeURIComponent(request.body.token)}`
    return pass(reply, await send(request, path, undefined, { chosen: request.body }))
  })
  const path = '/passkey/generate-register-options'
  const register = { hide: true, body: Type.Object({ password }) }
  api.post(signInPath + path, { schema: register }, async (request, reply) =>
    pass(reply, await send(request, path, undefined, request.body)),
  )
}

/** Sends the library's response; refusals become problems. */
function pass(reply: FastifyReply, { cookies, body, refusal }: AuthResponse): FastifyReply {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  if (refusal) throw refusal
  return reply.header('content-type', 'application/json').header('cache-control', 'no-store').send(body)
}
