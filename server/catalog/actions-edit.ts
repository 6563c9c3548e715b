import { actingAccount } from '../accounts/actions-callers.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { Problem } from '../values/problems/problem.ts'
import { type CatalogCounts, catalogIn, writeCatalog } from './actions.ts'
import { CatalogChanged, CatalogInvalid } from './catalog.ts'
import { lockCatalog, recordChange } from './sql.ts'

/** The document modules are loaded on demand, because that takes a tenth of a second. */
const [documents, changes] = [() => import('./document.ts'), () => import('./change.ts')]
const errorsMax = 20

/** Returns the catalog document for editing, with its ETag. */
export async function openCatalog(ctx: Ctx) {
  await actingAccount(ctx)
  const [{ documentOf }, { etagOf }] = [await documents(), await changes()]
  return ctx.db.transaction(async (db) => {
    await lockCatalog(db)
    const catalog = await catalogIn(db, ctx.by)
    return { etag: etagOf(catalog), document: documentOf(catalog) }
  })
}

/** Replaces the catalog with the document. Throws CatalogChanged if it has changed since the operator read it. */
export async function replaceCatalog(
  ctx: Ctx,
  { etag, document }: { readonly etag: string; readonly document: unknown },
): Promise<CatalogCounts & { readonly etag: string }> {
  const account = await actingAccount(ctx)
  const [catalog, { changedCodes, etagOf }] = [await checkedDocument(document), await changes()]
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

/** Returns the catalog in a document. Throws its errors with their place in the body, a limited number at a time. */
async function checkedDocument(document: unknown) {
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
