import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { id, instant, nullable, openObject, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { AuditEntry } from './audit.ts'

/** Converts units to decimals and renames them: `units` becomes `amount`, `feeUnits` becomes `fee`. */
const withDecimals = (data: AuditEntry['data']) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const found = /^(?:(\w+)U|u)nits$/.exec(name)
      return found && typeof value === 'number' ? [found[1] ?? 'amount', decimalOf(BigInt(value))] : [name, value]
    }),
  )

export const auditEntryJson = serializer<AuditEntry>({ title: 'AuditEntry' })({
  id,
  actor: text,
  accountId: [
    nullable(Type.Integer({ description: 'Who decided; null: a timer, a rule or the command line' })),
    'account',
  ],
  accountEmail: nullable(text),
  action: text,
  subject: text,
  subjectId: Type.Integer(),
  ownerId: [nullable(Type.Integer({ description: 'The account concerned' })), 'owner'],
  ownerEmail: nullable(text),
  reason: nullable(text),
  data: [openObject, (entry) => withDecimals(entry.data)],
  createdAtUtc: instant,
})
