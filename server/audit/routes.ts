import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { pageRoute } from '../platform/http/record-routes.ts'
import { textStream } from '../platform/http/text.ts'
import { fileQuery, recordFile } from '../values/csv/file.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { accountParameter, pageQuery } from '../values/requests/schema.ts'
import { exportAudit, listAudit } from './actions.ts'
import { listActivity } from './actions-members.ts'
import type { AuditFilter } from './audit.ts'
import { activityJson, auditEntryJson } from './serialize.ts'

const filterMembers = {
  subject: Type.Optional(
    Type.String({
      description:
        'Kind of record: `report`, `task`, `dispute`, `reservation`, `list`, `deposit`, `booking`, `withdrawal`, `payout`, `sanction`, `account`, `webhook`, `catalog`, `bank_account` or `site`',
    }),
  ),
  subjectId: Type.Optional(Type.String({ description: 'Its id' })),
  action: Type.Optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string' },
      description: 'The action, such as `task.approve` or `sanction.impose`: one or more, comma-separated or repeated',
    }),
  ),
  accountId: accountParameter('Who decided'),
  ownerId: accountParameter('The account concerned'),
  requestId: Type.Optional(Type.String({ description: 'The request that made the decision: its X-Request-Id' })),
}
const auditQuery = Type.Object({ ...pageQuery, ...filterMembers })
const auditFileQuery = Type.Object({ ...fileQuery, ...filterMembers })

const filterOf = (query: Type.Static<typeof auditFileQuery>): AuditFilter => ({
  subject: query.subject,
  action: query.action,
  subjectId: query.subjectId === undefined ? undefined : idFromPath(query.subjectId),
  account: query.accountId,
  owner: query.ownerId,
  requestId: query.requestId,
})

export async function auditRoutes(api: Api) {
  const schema = { querystring: auditQuery, response: { 200: auditEntryJson.pageSchema } }
  api.get('/audit', { schema }, async ({ ctx, query }) => {
    const filter = filterOf(query)
    return auditEntryJson.serializePage(
      await listAudit(ctx, filter, requestedPage(ctx.secretKey, query, 'audit', filter)),
    )
  })
  const file = { schema: { querystring: auditFileQuery }, config: { countedAs: 'exports' } } as const
  api.get('/audit/file', file, async (request, reply) => {
    const file = recordFile(request.query)
    const text = await exportAudit(request.ctx, filterOf(request.query), file)
    reply.type(file.mediaType).headers({
      'Content-Disposition': `attachment; filename="audit-log.${file.extension}"`,
      'Cache-Control': 'private, no-store',
    })
    return reply.send(request.method === 'HEAD' ? '' : textStream(text))
  })
}

/** Console settings: what happened in the advertiser's own workspace. */
export async function activityRoutes(api: Api) {
  pageRoute(api, '/workspace/activity', 'workspace activity', activityJson, listActivity)
}
