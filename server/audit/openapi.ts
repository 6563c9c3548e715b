import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Activity, AuditEntry } from './audit.ts'
import { activityJson, auditEntryJson } from './serialize.ts'

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
  person: idOf(29),
  personEmail: 'boris@example.com',
}

export const auditDocs = docsIn('Audit log', {
  'GET /api/operator/audit': {
    id: 'listAuditEntries',
    summary: 'List decisions, newest first',
    about:
      "Every decision of an operator, advertiser, executor or timer: who, what, when and why. Written together with the change; the database refuses to change or delete it. `accountId` is null for a timer, a rule or the installation's command line. `personId` is the member who acted for the account of a workspace. A refused request has no entry of its own, but each changing request of a member has one before it is carried out: `workspace.request`.",
    answers: { 200: { page: auditEntryJson.serializePage(pageWith(rejected)) } },
  },
  'GET /api/operator/audit/file': {
    id: 'exportAuditEntries',
    summary: 'Download decisions as CSV or JSON Lines, newest first',
    about:
      'CSV (RFC 4180) or, with `format=jsonl`, JSON lines, streamed, with the columns id, createdAtUtc, action, subject, subjectId, actor, accountId, accountEmail, ownerId, ownerEmail, reason, data (JSON), requestId, personId and personEmail.',
    files: ['text/csv', 'application/jsonl'],
    answers: { 200: {} },
  },
})

const accepted: Activity = {
  id: idOf(8_113),
  person: idOf(29),
  email: 'boris@example.com',
  action: 'workspace.request',
  data: { operation: 'POST /v1/reports/:id/accept', path: '/v1/reports/501/accept' },
  createdAt: at('11:40:00'),
  requestId: 'req_5f0c8a3be1d94f7a2c61b0d3',
}

export const activityDocs = docsIn('Workspaces', {
  'GET /console/api/settings/workspace/activity': {
    id: 'listWorkspaceActivity',
    summary: 'List what happened to members, and what they asked for, newest first',
    about:
      'Invitations, answers, changes of roles and limits, and each changing request of a member (`workspace.request`), recorded before it was carried out: it may have been refused.',
    answers: { 200: { page: activityJson.serializePage(pageWith(accepted)) } },
  },
})
