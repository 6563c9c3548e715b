import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { listParameter } from '../values/requests/query.ts'
import { accountParameter, pageQuery } from '../values/requests/schema.ts'
import { listAudit } from './actions.ts'
import { auditEntryJson } from './serialize.ts'

const auditQuery = Type.Object({
  ...pageQuery,
  subject: Type.Optional(
    Type.String({
      description:
        'Kind of record: `report`, `task`, `dispute`, `reservation`, `list`, `deposit`, `booking`, `withdrawal`, `payout`, `sanction`, `account`, `webhook` or `catalog`',
    }),
  ),
  subjectId: Type.Optional(Type.String({ description: 'Its id' })),
  action: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'The action, such as `task.approve` or `sanction.impose`: one or more, comma-separated or repeated',
    }),
  ),
  accountId: accountParameter('Who decided'),
  ownerId: accountParameter('The account concerned'),
})

export async function auditRoutes(api: Api) {
  const schema = { querystring: auditQuery, response: { 200: auditEntryJson.pageSchema } }
  api.get('/audit', { schema }, async ({ ctx, query }) => {
    const filter = {
      subject: query.subject,
      action: listParameter(query.action),
      subjectId: query.subjectId === undefined ? undefined : idFromPath(query.subjectId),
      account: query.accountId,
      owner: query.ownerId,
    }
    return auditEntryJson.serializePage(
      await listAudit(ctx, filter, requestedPage(ctx.secretKey, query, 'audit', filter)),
    )
  })
}
