import type { RecordFile } from '../values/csv/file.ts'
import { type AuditEntry, withDecimals } from './audit.ts'

const columns = [
  'id',
  'createdAtUtc',
  'action',
  'subject',
  'subjectId',
  'actor',
  'accountId',
  'accountEmail',
  'ownerId',
  'ownerEmail',
  'reason',
  'data',
  'requestId',
  'personId',
  'personEmail',
]

export const auditHeading = (file: RecordFile): string => file.heading(columns)

export const auditLine = (file: RecordFile, entry: AuditEntry): string =>
  file.line(columns, [
    entry.id,
    entry.createdAt.toISOString(),
    entry.action,
    entry.subject,
    entry.subjectId,
    entry.actor,
    entry.account,
    entry.accountEmail,
    entry.owner,
    entry.ownerEmail,
    entry.reason,
    JSON.stringify(withDecimals(entry.data)),
    entry.requestId,
    entry.person,
    entry.personEmail,
  ])
