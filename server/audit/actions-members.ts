import { listedFor } from '../accounts/actions-callers.ts'
import { OwnWork } from '../executions/execution.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Api } from '../platform/http/api.ts'
import { changing, pathOf } from '../platform/http/idempotency.ts'
import { idFromPath } from '../values/id.ts'
import type { Page } from '../values/requests/page.ts'
import { readActivity, readOwnWork, recordRequest } from './sql-members.ts'

/**
 * Records in the audit log what members of workspaces ask for, before it is done. Refuses their decisions on work that they did
 * themselves with 409 `own_work`: the executor of a report never changes, so reading it before leaves no gap.
 */
export function watchMembers(api: Api): void {
  api.addHook('preHandler', async (request) => {
    const { ctx, method, routeOptions, params } = request
    if (!ctx || ctx.by === 'Local' || !ctx.by.member || !changing.has(method)) return
    const { workspace, person } = ctx.by.member
    await recordRequest(ctx.db, workspace, `${method} ${routeOptions.url}`, pathOf(request))
    if (!routeOptions.url?.startsWith('/v1/reports/:id/')) return
    const report = idFromPath((params as { readonly id: string }).id)
    if (await readOwnWork(ctx.db, report, person)) throw OwnWork({})
  })
}

/** Returns a page of what happened to the members of the caller's workspace, and what they asked for, newest first. */
export const listActivity = (ctx: Ctx, page: Page) => listedFor(ctx, page, readActivity(ctx.db, ctx.by, page))
