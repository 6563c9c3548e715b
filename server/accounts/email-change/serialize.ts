import { Type } from 'typebox'
import { instant, iso, text } from '../../values/requests/schema.ts'
import type { EmailState } from './email-change.ts'

const change = Type.Object({
  newEmail: text,
  oldConfirmed: Type.Boolean(),
  newConfirmed: Type.Boolean(),
  byOperator: Type.Boolean({ description: 'Whether an operator requested it; then the old address need not confirm' }),
  requestedAtUtc: instant,
  expiresAtUtc: instant,
})

export const emailStateSchema = Type.Object(
  {
    email: text,
    change: Type.Union([change, Type.Null()], { description: 'null: no pending change' }),
  },
  { title: 'AccountEmail' },
)

export const serializeEmailState = ({ email, change }: EmailState) => ({
  email,
  change: change
    ? {
        newEmail: change.newEmail,
        oldConfirmed: change.oldConfirmedAt !== null,
        newConfirmed: change.newConfirmedAt !== null,
        byOperator: change.requestedBy !== change.account,
        requestedAtUtc: iso(change.requestedAt),
        expiresAtUtc: iso(change.expiresAt),
      }
    : null,
})
