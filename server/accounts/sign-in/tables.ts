/** Maps members of the sign-in library to our columns, which have the same names in snake case. */
const columns = <Member extends string>(...members: readonly Member[]) =>
  Object.fromEntries(
    members.map((member) => [member, member.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)]),
  ) as Record<Member, string>

// The tables of the library, matching `server/migrations/0003_sign_in.sql`.
const times = ['createdAt', 'updatedAt'] as const

export const userTable = { modelName: 'sign_in_users', fields: columns(...times, 'emailVerified') }

export const sessionTable = {
  modelName: 'sign_in_sessions',
  fields: columns(...times, 'userId', 'expiresAt', 'ipAddress', 'userAgent'),
}

const tokens = ['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'] as const
export const passwordTable = {
  modelName: 'sign_in_passwords',
  fields: columns(...times, 'userId', 'accountId', 'providerId', ...tokens),
}

export const verificationTable = { modelName: 'sign_in_verifications', fields: columns(...times, 'expiresAt') }

export const twoFactorTables = {
  user: { fields: columns('twoFactorEnabled') },
  twoFactor: {
    modelName: 'sign_in_two_factors',
    fields: columns('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil'),
  },
}

export const passkeyTables = {
  passkey: {
    modelName: 'sign_in_passkeys',
    fields: columns('userId', 'publicKey', 'credentialID', 'deviceType', 'backedUp', 'createdAt'),
  },
}
