/** Table and column names for the sign-in library, matching `server/migrations/0030_sign_in.sql`. */
const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export const userTable = {
  modelName: 'sign_in_users',
  fields: { ...times, emailVerified: 'email_verified' },
} as const

export const sessionTable = {
  modelName: 'sign_in_sessions',
  fields: { ...times, userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent' },
} as const

export const passwordTable = {
  modelName: 'sign_in_passwords',
  fields: {
    ...times,
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
} as const

export const verificationTable = {
  modelName: 'sign_in_verifications',
  fields: { ...times, expiresAt: 'expires_at' },
} as const

export const twoFactorTables = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'sign_in_two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const

export const passkeyTables = {
  passkey: {
    modelName: 'sign_in_passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const
