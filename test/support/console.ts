import assert from 'node:assert/strict'
import { hashOf, makeSecret } from '../../server/accounts/credential.ts'
import { sessionCookie, sessionSeconds } from '../../server/accounts/sessions/sessions.ts'
import { insertSession } from '../../server/accounts/sql-sessions.ts'
import type { Ctx } from '../../server/platform/database/ctx.ts'
import { sql } from '../../server/platform/sql.ts'
import { idOf } from '../../server/values/id.ts'
import { type Client, clientOf } from './client.ts'

/** A simulated browser: it keeps cookies and sends the origin of its page. */
export type ConsoleClient = Client & {
  /** Cookies by name. */
  readonly cookies: Map<string, string>
}

const json = { 'content-type': 'application/json' }

/** Requests to paths below /console/api. */
function consoleOf(base: string, publicUrl: string, cookie?: string): ConsoleClient {
  const cookies = new Map<string, string>()
  if (cookie !== undefined) keep(cookies, cookie)
  const client = clientOf(base)
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { origin: new URL(publicUrl).origin, ...(cookie ? { cookie } : {}), ...headers }
    const answer = await client.send(method, `/console/api${path}`, body, sent)
    for (const each of answer.headers.getSetCookie()) keep(cookies, each)
    return answer
  }
  const change = (method: string) => (path: string, body?: unknown) =>
    body === undefined ? send(method, path) : send(method, path, JSON.stringify(body), json)
  return {
    cookies,
    send,
    get: (path) => send('GET', path),
    post: change('POST'),
    put: change('PUT'),
    patch: change('PATCH'),
    delete: (path) => send('DELETE', path),
  }
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split('; ')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, value)
}

/** Creates a recently confirmed session of the account without signing in. Returns its cookie value. */
export async function openSession({ ctx }: { readonly ctx: Ctx }, account: number): Promise<string> {
  const { db, secretKey, config } = ctx
  const token = makeSecret('Session')
  const { id: session } = await db.one<{ id: number }>(sql`
    insert into sign_in_sessions (user_id, token, expires_at, created_at, updated_at)
    values (${account}, ${token}, ${db.now()} + interval '30 days', ${db.now()}, ${db.now()}) returning id`)
  await insertSession(db, { session, account: idOf(account), hash: hashOf(token), seconds: sessionSeconds })
  await confirmSessions(ctx, account)
  return sessionCookie(token, secretKey, config.publicUrl)
}

/** Confirms all sessions of an account, as its password would. */
export const confirmSessions = ({ db }: Pick<Ctx, 'db'>, account: number): Promise<number> =>
  db.run(sql`update credentials set confirmed_at = ${db.now()} where account = ${account} and kind = 'Session'`)

/** Clients for a market's console. */
export const pagesOf = (base: string, publicUrl: string) => ({
  console: (cookie?: string) => consoleOf(base, publicUrl, cookie),
  signIn: (email: string, password: string) => signedIn(consoleOf(base, publicUrl), email, password),
})

async function signedIn(client: ConsoleClient, email: string, password: string): Promise<ConsoleClient> {
  const answer = await client.post('/auth/sign-in/email', { email, password })
  assert.equal(answer.status, 200, `${answer.status} ${answer.raw}`)
  return client
}
