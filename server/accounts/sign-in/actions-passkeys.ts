import type { PasskeyOptions } from '@better-auth/passkey'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Ctx } from '../../platform/database/ctx.ts'
import { idOf } from '../../values/id.ts'
import { hasSecondFactor, hasSecondFactorBehind } from './sql.ts'
import { passkeyTables } from './tables.ts'

/**
 * Sets up passkeys. One that opens an account with a second factor has to check who holds it (a PIN, a finger, a face), and
 * so has one that confirms a session: the device alone may be lying beside the open page.
 */
export const passkeysOf = (around: Pick<Ctx, 'config' | 'db'>, rpName: string): PasskeyOptions => ({
  rpID: hostOf(around.config.publicUrl),
  rpName,
  schema: passkeyTables,
  registration: {
    afterVerification: async ({ user, verification: { registrationInfo } }) => {
      const { isOn } = await hasSecondFactor(around.db, idOf(Number(user.id)))
      if (isOn && !registrationInfo?.userVerified) throw notVerified()
    },
  },
  authentication: {
    afterVerification: async ({ ctx, clientData, verification: { authenticationInfo } }) => {
      if (authenticationInfo.userVerified) return
      const isOn = (await hasSecondFactorBehind(around.db, clientData.id))?.isOn ?? true
      if (isOn || (await getSessionFromCtx(ctx))) throw notVerified()
    },
  },
})

/** A passkey belongs to a host name; a browser makes none for an address of numbers. */
function hostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}

const notVerified = () =>
  new APIError('FORBIDDEN', { code: 'USER_VERIFICATION_REQUIRED', message: 'The passkey did not verify its user' })
