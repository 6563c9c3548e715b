import { lazily } from '../values/lazily.ts'
import { isOpen } from './actions-sessions.ts'
import type { Around } from './actions-sign-in-library.ts'
import { addressHeader, sessionCookie, sessionReader, signInPath, withoutSession } from './session.ts'
import { readCaller } from './sql.ts'

/** What of a request the library is to know. `path` follows `signInPath`, with the query. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly cookies: string | undefined
  readonly agent: string | undefined
  readonly origin: string | undefined
  readonly address: string
}

/** Signing in to the console, which a library does (docs/decisions/0021-sessions.md). It is loaded with the first request. */
export function openSignIn(around: Around) {
  const library = lazily(async () => (await import('./actions-sign-in-library.ts')).loadLibrary(around))
  const { origin } = new URL(around.config.publicUrl)
  const sessionIn = sessionReader(around.secretKey, around.config.publicUrl)

  /** What the library is to read: a session only as we read it, and only while it holds by our own books and clock. */
  async function openCookies(cookies: string | undefined): Promise<string | undefined> {
    if (cookies === undefined) return undefined
    const session = sessionIn(cookies)
    const isHeld = session !== undefined && (await isOpen(around, session))
    const own = isHeld ? [sessionCookie(session, around.secretKey, around.config.publicUrl)] : []
    return [...withoutSession(cookies), ...own].join('; ')
  }

  return async (asked: Asked): Promise<Response> => {
    const cookies = await openCookies(asked.cookies)
    const headers = headersOf({ ...asked, cookies, origin: asked.origin ?? origin })
    const body = asked.body === undefined ? null : JSON.stringify(asked.body)
    const { handler } = await library()
    const answer = await handler(new Request(origin + signInPath + asked.path, { method: asked.method, headers, body }))
    if (answer.status >= 500) throw await whyFailed(around, answer)
    return answer
  }
}

export type SignIn = ReturnType<typeof openSignIn>

function headersOf({ cookies, agent, origin, address, body }: Asked): Headers {
  const headers = new Headers({ origin: origin ?? '', [addressHeader]: address })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (cookies !== undefined) headers.set('cookie', cookies)
  if (agent !== undefined) headers.set('user-agent', agent)
  return headers
}

/** The library does not say whether the database was away: whoever asks it now is told. */
async function whyFailed({ db }: Around, answer: Response): Promise<Error> {
  await readCaller(db, 'Local')
  return new Error(`signing in failed: ${answer.status} ${await answer.text()}`)
}
