import { AsyncLocalStorage } from 'node:async_hooks'
import { isPassword } from '../password.ts'

/** The stored password hash checked in this sign-in; the session that follows is tied to it. */
const signingIn = new AsyncLocalStorage<{ kept: string | undefined }>()

export const withPassword = <T>(work: () => Promise<T>): Promise<T> => signingIn.run({ kept: undefined }, work)

/** Whether the password matches the hash. Remembers the hash for the session created next. */
export async function isSignInPassword(password: string, kept: string): Promise<boolean> {
  const isRight = await isPassword(password, kept)
  const about = signingIn.getStore()
  if (isRight && about) about.kept = kept
  return isRight
}

export const passwordSignedInWith = (): string | undefined => signingIn.getStore()?.kept
