import { csvLine } from '../values/csv/write.ts'
import { type AuditEntry, withDecimals } from './audit.ts'

const columns = [
  ...['id', 'createdAtUtc', 'action', 'subject', 'subjectId', 'actor', 'accountId', 'accountEmail'],
  ...['ownerId', 'ownerEmail', 'reason', 'data', 'requestId'],
]

export const auditHeading = csvLine(columns)

export const auditLine = (entry: AuditEntry): string =>
  csvLine([
    ...[entry.id, entry.createdAt.toISOString(), entry.action, entry.subject, entry.subjectId, entry.actor],
    ...[entry.account, entry.accountEmail, entry.owner, entry.ownerEmail, entry.reason],
    JSON.stringify(withDecimals(entry.data)),
    entry.requestId,
  ])
