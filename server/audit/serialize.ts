import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { id, instant, iso, listOf, nullable, openObject, text } from '../values/requests/schema.ts'
import type { AuditEntry } from './audit.ts'

const entrySchema = Type.Object(
  {
    id,
    actor: text,
    accountId: nullable(Type.Integer({ description: 'Who decided; null: a timer, a rule or the command line' })),
    action: text,
    subject: text,
    subjectId: Type.Integer(),
    ownerId: nullable(Type.Integer({ description: 'The account concerned' })),
    reason: nullable(text),
    data: openObject,
    createdAtUtc: instant,
  },
  { title: 'AuditEntry' },
)
export const auditSchema = listOf(entrySchema)

/** Converts units to decimals and renames them: `units` becomes `amount`, `feeUnits` becomes `fee`. */
const withDecimals = (data: AuditEntry['data']) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const found = /^(?:(\w+)U|u)nits$/.exec(name)
      return found && typeof value === 'number' ? [found[1] ?? 'amount', decimalOf(BigInt(value))] : [name, value]
    }),
  )

export const serializeAudit = (list: PageOf<AuditEntry>) =>
  mapItems(list, (entry) => ({
    id: entry.id,
    actor: entry.actor,
    accountId: entry.account,
    action: entry.action,
    subject: entry.subject,
    subjectId: entry.subjectId,
    ownerId: entry.owner,
    reason: entry.reason,
    data: withDecimals(entry.data),
    createdAtUtc: iso(entry.createdAt),
  }))
