import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actingAccount, mayCall } from '../accounts/actions-callers.ts'
import { admitted, type Caller, mustBeExecutor } from '../accounts/caller.ts'
import { ruledSettings } from '../money-rules/money-rule.ts'
import type { By, Ctx } from '../platform/database/ctx.ts'
import type { Database, Db } from '../platform/database/db.ts'
import { type Country, countries } from '../values/countries.ts'
import { Problem } from '../values/problems/problem.ts'
import { CatalogChanged, type CatalogDocument, CatalogInvalid, catalogFrom, type PricesNow } from './catalog.ts'
import {
  type CatalogFilter,
  deactivateOthers,
  hasCatalog,
  lockCatalog,
  readAddOns,
  readCategories,
  readPlatforms,
  readPrices,
  recordChange,
  upsertAddOns,
  upsertCategories,
  upsertPlatforms,
  upsertPrices,
} from './sql.ts'

const errorsMax = 20

/** Loaded on demand, because that takes a tenth of a second and the start does not need it. */
const documents = () => import('./document.ts')

/** Runs an action under the lock of the catalog, so that its statements read and write one consistent catalog. */
const underLock = <Result>(ctx: Ctx, action: (db: Database) => Promise<Result>): Promise<Result> =>
  ctx.db.transaction(async (db) => {
    await lockCatalog(db)
    return action(db)
  })

type CatalogCounts = Readonly<Record<'categories' | 'platforms' | 'prices' | 'addOns', number>>

/** Applies the document to the catalog, all or nothing. Entries that it does not name are kept, but can no longer be ordered. */
export async function applyCatalog(ctx: Ctx, document: unknown): Promise<CatalogCounts> {
  const { checkCatalog } = await documents()
  const catalog = checkCatalog(document)
  return underLock(ctx, (db) => writeCatalog(db, catalog))
}

/** Expects the catalog to be locked. */
async function writeCatalog(db: Db, catalog: CatalogDocument): Promise<CatalogCounts> {
  const { categories, prices, addOns } = catalog
  const platforms = categories.flatMap(({ code, platforms: own }) => own.map((entry) => ({ ...entry, category: code })))
  await upsertCategories(db, categories)
  await upsertPlatforms(db, platforms)
  await upsertPrices(db, prices)
  await upsertAddOns(db, addOns)
  await deactivateOthers(db, catalog)
  return {
    categories: categories.length,
    platforms: platforms.length,
    prices: prices.length,
    addOns: addOns.length,
  }
}

/** Returns the current catalog as a document. Applying it changes nothing. */
export async function exportCatalog(ctx: Ctx) {
  const { documentOf } = await documents()
  return underLock(ctx, async (db) => documentOf(await readCatalog({ db, by: ctx.by })))
}

/** Returns the catalog document for editing, with its ETag. */
export async function openCatalog(ctx: Ctx) {
  await actingAccount(ctx)
  const { documentOf, etagOf } = await documents()
  return underLock(ctx, async (db) => {
    const catalog = await readCatalog({ db, by: ctx.by })
    return { etag: etagOf(catalog), document: documentOf(catalog) }
  })
}

/** Replaces the catalog with the document. Throws CatalogChanged if it has changed since the operator read it. */
export async function replaceCatalog(
  ctx: Ctx,
  { etag, document }: { readonly etag: string; readonly document: unknown },
): Promise<CatalogCounts & { readonly etag: string }> {
  const account = await actingAccount(ctx)
  const [catalog, { changedCodes, etagOf }] = [await checkedBody(document), await documents()]
  return underLock(ctx, async (db) => {
    const before = await readCatalog({ db, by: ctx.by })
    const isDone = etagOf(catalog) === etagOf(before)
    if (!isDone && etagOf(before) !== etag) throw CatalogChanged({ etag: etagOf(before) })
    const counts = await writeCatalog(db, catalog)
    const after = await readCatalog({ db, by: ctx.by })
    if (!isDone) await recordChange(db, account, { ...counts, changed: changedCodes(before, after) })
    return { ...counts, etag: etagOf(after) }
  })
}

/** Returns the catalog in a document. Throws its errors with their pointers in the body, up to `errorsMax`. */
async function checkedBody(document: unknown): Promise<CatalogDocument> {
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

const defaultFile = join(import.meta.dirname, 'default/catalog.json')

/** Loads the default catalog if there is none. Returns whether it did. */
export async function loadDefaultCatalog(ctx: Ctx): Promise<boolean> {
  if ((await hasCatalog(ctx.db)).has) return false
  const { checkCatalog } = await documents()
  const catalog = checkCatalog(JSON.parse(await readFile(defaultFile, 'utf8')))
  return underLock(ctx, async (db) => {
    if ((await hasCatalog(db)).has) return false
    await writeCatalog(db, catalog)
    return true
  })
}

/** Executors with a profile may read it, too. */
function rowsFor<Row>(by: By, result: Parameters<typeof admitted<Row>>[1]) {
  const { caller, rows } = admitted<Row>(by, result)
  mustHaveProfile(by, caller)
  return rows
}

function mustHaveProfile(by: By, caller: Caller): void {
  if (by !== 'Local' && by.requirement.role === 'Executor') mustBeExecutor(caller)
}

type Reader = { readonly db: Db; readonly by: By }

const everything: CatalogFilter = { category: null, platform: null }

export const listCategories = async ({ db, by }: Reader) => rowsFor(by, await readCategories(db, by))
export const listPlatforms = async ({ db, by }: Reader, filter = everything) =>
  rowsFor(by, await readPlatforms(db, by, filter))
export const listPrices = async ({ db, by }: Reader, filter = everything) =>
  rowsFor(by, await readPrices(db, by, filter))
/** Returns the prices with the fee and the times that hold now. */
export async function listPricesNow(ctx: Ctx, filter: CatalogFilter): Promise<PricesNow> {
  const prices = rowsFor(ctx.by, await readPrices(ctx.db, ctx.by, filter))
  return { prices, terms: { ...ctx.config, ...ruledSettings(ctx.config, prices[0]?.heldRules ?? null) } }
}

export const listAddOns = async ({ db, by }: Reader) => rowsFor(by, await readAddOns(db, by))

/** Reads the current catalog. Expects it to be locked. */
const readCatalog = async (reader: Reader): Promise<CatalogDocument> =>
  catalogFrom({
    categories: await listCategories(reader),
    platforms: await listPlatforms(reader),
    prices: await listPrices(reader),
    addOns: await listAddOns(reader),
  })

export async function listCountries(ctx: Ctx): Promise<readonly Country[]> {
  mustHaveProfile(ctx.by, await mayCall(ctx))
  return countries
}
