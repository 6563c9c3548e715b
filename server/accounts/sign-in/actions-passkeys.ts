import type { PasskeyOptions } from '@better-auth/passkey'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Ctx } from '../../platform/database/ctx.ts'
import { idOf } from '../../values/id.ts'
import { hasSecondFactor, hasSecondFactorBehind } from './sql.ts'
import { passkeyTables } from './tables.ts'

/** Configures passkeys. With a second factor, and to confirm a session, they must verify the user by PIN, fingerprint or face. */
export const passkeysOf = ({ config, db }: Pick<Ctx, 'config' | 'db'>, rpName: string): PasskeyOptions => ({
  rpID: hostOf(config.publicUrl),
  rpName,
  schema: passkeyTables,
  registration: {
    afterVerification: async ({ user, verification: { registrationInfo } }) => {
      const { isOn } = await hasSecondFactor(db, idOf(Number(user.id)))
      if (isOn && !registrationInfo?.userVerified) throw notVerified()
    },
  },
  authentication: {
    afterVerification: async ({ ctx, clientData, verification: { authenticationInfo } }) => {
      if (authenticationInfo.userVerified) return
      const isOn = (await hasSecondFactorBehind(db, clientData.id))?.isOn ?? true
      if (isOn || (await getSessionFromCtx(ctx))) throw notVerified()
    },
  },
})

/** Passkeys belong to a host name; browsers do not create them for IP addresses. */
function hostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}

const notVerified = () =>
  new APIError('FORBIDDEN', { code: 'USER_VERIFICATION_REQUIRED', message: 'The passkey did not verify its user' })
