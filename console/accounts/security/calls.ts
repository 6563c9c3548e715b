import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { Refusal, sessionEnded } from '../../api.ts'
import { authCall } from '../sign-in/calls.ts'

/** Prefix of the security query keys; a change invalidates all of them. */
const noun = 'security'

/** Codes that mean the session is missing or has ended. Other codes with status 401 refuse a code or a passkey. */
const sessionGone: ReadonlySet<string> = new Set(['token_invalid', 'token_missing', 'token_expired'])

/** Sends a request that requires a session. If that has ended, the user signs in again in a dialog. */
async function securityQuery<Body>(path: string, body?: object): Promise<Body> {
  try {
    return await authCall<Body>(path, body)
  } catch (error) {
    if (error instanceof Refusal && error.status === 401 && sessionGone.has(error.code)) endedNow()
    throw error
  }
}

const endedNow = () => sessionEnded.dispatchEvent(new Event('ended'))

type SignedIn = {
  readonly session: { readonly id: string }
  readonly user: { readonly email: string; readonly twoFactorEnabled: boolean }
}

export const sessionQuery = queryOptions({
  queryKey: [noun, 'session'],
  queryFn: async (): Promise<SignedIn> => {
    const found = await securityQuery<SignedIn | null>('get-session')
    if (found) return found
    endedNow()
    throw new Refusal({ status: 401, code: 'token_invalid' })
  },
})

export type OwnSession = {
  readonly id: string
  readonly token: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

export const sessionsQuery = queryOptions({
  queryKey: [noun, 'sessions'],
  queryFn: () => securityQuery<readonly OwnSession[]>('list-sessions'),
})

export type Passkey = { readonly id: string; readonly name?: string | null; readonly createdAt: string | null }

export const passkeysQuery = queryOptions({
  queryKey: [noun, 'passkeys'],
  queryFn: () => securityQuery<readonly Passkey[]>('passkey/list-user-passkeys'),
})

/** A mutation that changes how the user signs in. */
export function useSecurityAction<Input, Body>(action: (input: Input) => Promise<Body>) {
  const client = useQueryClient()
  return useMutation<Body, Error, Input>({
    mutationFn: action,
    // Not awaited: the refetch may remove the button whose dialog reports success.
    onSuccess: () => void client.invalidateQueries({ queryKey: [noun] }),
  })
}

export const post =
  <Input extends object, Body = unknown>(path: string) =>
  (input: Input): Promise<Body> =>
    securityQuery<Body>(path, input)

/** The name of something new, and the password if required. */
export type Named = { readonly name: string; readonly password: string }

/** Creates a passkey on this device and registers it. */
export async function addPasskey({ name, password }: Named): Promise<Passkey | undefined> {
  const options = await securityQuery<PublicKeyCredentialCreationOptionsJSON>('passkey/generate-register-options', {
    password,
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  return made ? securityQuery<Passkey>('passkey/verify-registration', { response: made.toJSON(), name }) : undefined
}
