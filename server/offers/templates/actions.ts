import { mayCall } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { deleteTemplate, lockTemplates, readTemplates, saveTemplate } from './sql.ts'
import {
  decideTemplate,
  type TaskTemplate,
  type TemplateInput,
  TemplateNotFound,
  TooManyTemplates,
  templatesMax,
} from './template.ts'

export const ownTemplates = async (ctx: Ctx): Promise<readonly TaskTemplate[]> =>
  admitted(ctx.by, await readTemplates(ctx.db, ctx.by)).rows

/** Saves a template for the caller; one with the same name is replaced. Throws TooManyTemplates. */
export async function keepTemplate(ctx: Ctx, input: TemplateInput): Promise<TaskTemplate> {
  const { callerAccount } = await mayCall(ctx)
  const template = decideTemplate(input)
  return ctx.db.transaction(async (db) => {
    await lockTemplates(db, callerAccount)
    const saved = await saveTemplate(db, callerAccount, template)
    if (!saved) throw TooManyTemplates({ most: templatesMax })
    return saved
  })
}

/** Deletes the caller's template. Returns its last state. Throws TemplateNotFound. */
export async function removeTemplate(ctx: Ctx, id: Id<'template'>): Promise<TaskTemplate> {
  const { callerAccount } = await mayCall(ctx)
  const deleted = await deleteTemplate(ctx.db, callerAccount, id)
  if (!deleted) throw TemplateNotFound({})
  return deleted
}
