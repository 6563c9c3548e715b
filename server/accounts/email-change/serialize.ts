import { Type } from 'typebox'
import { instant, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { EmailState } from './email-change.ts'

/** PostgreSQL cannot store NUL. */
export const textPattern = '^[^\\u0000]*$'
export const emailText = Type.String({ minLength: 1, maxLength: 254, pattern: textPattern })

type Change = NonNullable<EmailState['change']>

const changeJson = serializer<Change>()({
  newEmail: text,
  oldConfirmed: [Type.Boolean(), ({ oldConfirmedAt }) => oldConfirmedAt !== null],
  newConfirmed: [Type.Boolean(), ({ newConfirmedAt }) => newConfirmedAt !== null],
  byOperator: [
    Type.Boolean({ description: 'Whether an operator requested it; then the old address need not confirm' }),
    ({ requestedBy, account }) => requestedBy !== account,
  ],
  requestedAtUtc: instant,
  expiresAtUtc: instant,
})

export const emailStateJson = serializer<EmailState>({ title: 'AccountEmail' })({
  email: text,
  change: [
    Type.Union([changeJson.schema, Type.Null()], { description: 'null: no pending change' }),
    ({ change }) => (change ? changeJson.serialize(change) : null),
  ],
})
