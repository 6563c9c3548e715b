import type { Id } from '../../values/id.ts'
import type { Around } from './actions-library.ts'
import { hasSecondFactor } from './sql.ts'

const required = { userVerification: 'required' } as const

/** Returns passkey request options for the browser that require the verification the server will check. */
export async function withVerification(
  { db }: Pick<Around, 'db'>,
  { path, holder, body }: { readonly path: string; readonly holder: Id<'account'> | undefined; readonly body: string },
): Promise<string> {
  if (holder === undefined) return body
  if (path === '/passkey/generate-authenticate-options') return JSON.stringify({ ...JSON.parse(body), ...required })
  if (path !== '/passkey/generate-register-options' || !(await hasSecondFactor(db, holder)).isOn) return body
  const options = JSON.parse(body)
  return JSON.stringify({ ...options, authenticatorSelection: { ...options.authenticatorSelection, ...required } })
}
