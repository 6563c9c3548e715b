import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { AuditEntry } from './audit.ts'
import { auditEntryJson } from './serialize.ts'

const rejected: AuditEntry = {
  id: idOf(8_112),
  actor: 'advertiser',
  account: idOf(17),
  accountEmail: 'anna@example.com',
  action: 'report.reject',
  subject: 'report',
  subjectId: 501,
  owner: idOf(23),
  ownerEmail: 'maria@example.com',
  reason: 'The picture does not show the hours.',
  data: { by: 'Advertiser', reasonCode: 'ProofMismatch', from: 'Pending' },
  createdAt: at('11:40:00'),
  requestId: 'req_5f0c8a3be1d94f7a2c61b0d3',
}

export const auditDocs = docsIn('Audit log', {
  'GET /api/operator/audit': {
    id: 'listAuditEntries',
    summary: 'List decisions, newest first',
    about:
      "Every decision of an operator, advertiser, executor or timer: who, what, when and why. Written together with the change; the database refuses to change or delete it. `accountId` is null for a timer, a rule or the installation's command line. A refused request has no entry of its own.",
    answers: { 200: { page: auditEntryJson.serializePage(pageWith(rejected)) } },
  },
  'GET /api/operator/audit/file': {
    id: 'exportAuditEntries',
    summary: 'Download decisions as CSV or JSON Lines, newest first',
    about:
      'CSV (RFC 4180) or, with `format=jsonl`, JSON lines, streamed, with the columns id, createdAtUtc, action, subject, subjectId, actor, accountId, accountEmail, ownerId, ownerEmail, reason, data (JSON) and requestId.',
    files: ['text/csv', 'application/jsonl'],
    answers: { 200: {} },
  },
})
