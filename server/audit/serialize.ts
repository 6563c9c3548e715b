import { Type } from 'typebox'
import { id, instant, nullable, openObject, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type Activity, type AuditEntry, withDecimals } from './audit.ts'

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
  requestId: nullable(Type.String({ description: 'The request; null: a timer, a rule or the command line' })),
  personId: [
    nullable(Type.Integer({ description: 'The member of the workspace who acted for the account' })),
    'person',
  ],
  personEmail: nullable(text),
})

export const activityJson = serializer<Activity>({ title: 'WorkspaceActivity' })({
  id,
  personId: [nullable(Type.Integer({ description: 'The member who did it; null: the advertiser' })), 'person'],
  email: [nullable(Type.String({ description: 'The address that was invited; null: no longer a member' })), 'email'],
  action: text,
  data: [openObject, (entry) => withDecimals(entry.data)],
  createdAtUtc: instant,
  requestId: nullable(text),
})
