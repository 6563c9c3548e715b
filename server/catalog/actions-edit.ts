import { actingAccount } from '../accounts/actions-callers.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { Problem } from '../values/problems/problem.ts'
import { type CatalogCounts, catalogIn, writeCatalog } from './actions.ts'
import { CatalogChanged, CatalogInvalid } from './catalog.ts'
import { lockCatalog, recordChange } from './sql.ts'

/** What checks and writes documents is loaded where there is one: it takes a tenth of a second. */
const [documents, changes] = [() => import('./document.ts'), () => import('./change.ts')]
const errorsMax = 20

/** The catalog as an operator edits it: the document, and the tag that says which one it is. */
export async function openCatalog(ctx: Ctx) {
  await actingAccount(ctx)
  const [{ documentOf }, { etagOf }] = [await documents(), await changes()]
  return ctx.db.transaction(async (db) => {
    await lockCatalog(db)
    const catalog = await catalogIn(db, ctx.by)
    return { etag: etagOf(catalog), document: documentOf(catalog) }
  })
}

/** An operator makes the catalog what the document says, unless it is another than they had read. */
export async function replaceCatalog(
  ctx: Ctx,
  { etag, document }: { readonly etag: string; readonly document: unknown },
): Promise<CatalogCounts & { readonly etag: string }> {
  const account = await actingAccount(ctx)
  const [catalog, { changedCodes, etagOf }] = [await checkedIn(document), await changes()]
  return ctx.db.transaction(async (db) => {
    await lockCatalog(db)
    const before = await catalogIn(db, ctx.by)
    const isDone = etagOf(catalog) === etagOf(before)
    if (!isDone && etagOf(before) !== etag) throw CatalogChanged({ etag: etagOf(before) })
    const counts = await writeCatalog(db, catalog)
    const after = await catalogIn(db, ctx.by)
    if (!isDone) await recordChange(db, account, { ...counts, changed: changedCodes(before, after) })
    return { ...counts, etag: etagOf(after) }
  })
}

/** The catalog that the document describes. What is wrong with it is told by its place in the body, a few things at a time. */
async function checkedIn(document: unknown) {
  const { checkCatalog } = await documents()
  try {
    return checkCatalog(document)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw CatalogInvalid(
      error.errors.slice(0, errorsMax).map((each) => ({
        ...each,
        pointer: each.pointer?.replace(/^#/, '#/document') ?? '#/document',
        field: each.field === '' ? 'document' : `document.${each.field}`,
      })),
    )
  }
}
