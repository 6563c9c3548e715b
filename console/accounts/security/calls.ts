import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, announceSessionEnd } from '../../api.ts'
import { authCall } from '../sign-in/calls.ts'

/** Prefix of the security query keys; a change invalidates all of them. */
const keyPrefix = 'security'

/** Codes that mean the session is missing or has ended. Other codes with status 401 refuse a code or a passkey. */
const sessionEndedCodes: ReadonlySet<string> = new Set(['token_invalid', 'token_missing', 'token_expired'])

/** Sends a request that requires a session. If that has ended, the user signs in again in a dialog. */
async function securityCall<Body>(path: string, body?: object): Promise<Body> {
  try {
    return await authCall<Body>(path, body)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && sessionEndedCodes.has(error.code)) announceSessionEnd()
    throw error
  }
}

type SessionResponse = {
  readonly session: { readonly id: string }
  readonly user: { readonly email: string; readonly twoFactorEnabled: boolean }
}

export const sessionQuery = queryOptions({
  queryKey: [keyPrefix, 'session'],
  queryFn: async (): Promise<SessionResponse> => {
    const session = await securityCall<SessionResponse | null>('get-session')
    if (session) return session
    announceSessionEnd()
    throw new ApiError({ status: 401, code: 'token_invalid' })
  },
})

export type OwnSession = {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

export const sessionsQuery = queryOptions({
  queryKey: [keyPrefix, 'sessions'],
  queryFn: () => securityCall<readonly OwnSession[]>('list-sessions'),
})

export type Passkey = { readonly id: string; readonly name?: string | null; readonly createdAt: string | null }

export const passkeysQuery = queryOptions({
  queryKey: [keyPrefix, 'passkeys'],
  queryFn: () => securityCall<readonly Passkey[]>('passkey/list-user-passkeys'),
})

/** A mutation that changes how the user signs in. */
export function useSecurityAction<Input, Body>(action: (input: Input) => Promise<Body>) {
  const client = useQueryClient()
  return useMutation<Body, Error, Input>({
    mutationFn: action,
    // Not awaited: the refetch may remove the button whose dialog reports success.
    onSuccess: () => void client.invalidateQueries({ queryKey: [keyPrefix] }),
  })
}

export const post =
  <Input extends object, Body = unknown>(path: string) =>
  (input: Input): Promise<Body> =>
    securityCall<Body>(path, input)

/** The name of something new, and the password if required. */
export type NameAndPassword = { readonly name: string; readonly password: string }

/** Creates a passkey on this device and registers it. */
export async function addPasskey({ name, password }: NameAndPassword): Promise<Passkey | undefined> {
  const options = await securityCall<PublicKeyCredentialCreationOptionsJSON>('passkey/generate-register-options', {
    password,
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  return credential
    ? securityCall<Passkey>('passkey/verify-registration', { response: credential.toJSON(), name })
    : undefined
}
