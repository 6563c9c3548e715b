import { AsyncLocalStorage } from 'node:async_hooks'
import { isPassword } from '../password.ts'

/** The password by which somebody is signing in, as it is kept: a session that it leads to is for that one alone. */
const signingIn = new AsyncLocalStorage<{ kept: string | undefined }>()

export const withPassword = <T>(work: () => Promise<T>): Promise<T> => signingIn.run({ kept: undefined }, work)

/** Whether it is the password that was kept so; remembered for the session that is made then. */
export async function isSignInPassword(password: string, kept: string): Promise<boolean> {
  const isRight = await isPassword(password, kept)
  const about = signingIn.getStore()
  if (isRight && about) about.kept = kept
  return isRight
}

export const passwordSignedInWith = (): string | undefined => signingIn.getStore()?.kept
