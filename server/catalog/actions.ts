import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mayCall } from '../accounts/actions-callers.ts'
import { admitted, type Caller, mustBeExecutor } from '../accounts/caller.ts'
import type { By, Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type Country, countries } from '../values/countries.ts'
import type { CatalogDocument } from './catalog.ts'
import { type AddOnRow, type CategoryRow, catalogFrom, type PlatformRow, type PriceRow } from './listed.ts'
import {
  type CatalogFilter,
  deactivateOthers,
  hasCatalog,
  lockCatalog,
  readAddOns,
  readCategories,
  readPlatforms,
  readPrices,
  upsertAddOns,
  upsertCategories,
  upsertPlatforms,
  upsertPrices,
} from './sql.ts'

/** Loaded on demand, because that takes a tenth of a second and the start does not need it. */
const documents = () => import('./document.ts')

/** The number of entries of each kind in a document. */
export type CatalogCounts = {
  readonly categories: number
  readonly platforms: number
  readonly prices: number
  readonly addOns: number
}

/** Applies the document to the catalog, all or nothing. Entries that it does not name are kept, but can no longer be ordered. */
export async function applyCatalog(ctx: Ctx, document: unknown): Promise<CatalogCounts> {
  const { checkCatalog } = await documents()
  const catalog = checkCatalog(document)
  return ctx.db.transaction(async (db) => {
    await lockCatalog(db)
    return writeCatalog(db, catalog)
  })
}

/** Expects the catalog to be locked. */
export async function writeCatalog(db: Db, catalog: CatalogDocument): Promise<CatalogCounts> {
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
  return ctx.db.transaction(async (db) => {
    // The lock makes several statements read one consistent catalog.
    await lockCatalog(db)
    return documentOf(await catalogIn(db, ctx.by))
  })
}

/** Reads the current catalog. Expects it to be locked. */
export const catalogIn = async (db: Db, by: By): Promise<CatalogDocument> =>
  catalogFrom({
    categories: await categoriesIn(db, by),
    platforms: await platformsIn(db, by, everything),
    prices: await pricesIn(db, by, everything),
    addOns: await addOnsIn(db, by),
  })

const defaultFile = join(import.meta.dirname, 'default/catalog.json')

/** Loads the default catalog if there is none. Returns whether it did. */
export async function loadDefaultCatalog(ctx: Ctx): Promise<boolean> {
  if ((await hasCatalog(ctx.db)).has) return false
  const { checkCatalog } = await documents()
  const catalog = checkCatalog(JSON.parse(await readFile(defaultFile, 'utf8')))
  return ctx.db.transaction(async (db) => {
    await lockCatalog(db)
    if ((await hasCatalog(db)).has) return false
    await writeCatalog(db, catalog)
    return true
  })
}

/** Executors with a profile may read it, too. */
function rowsFor<Row>(by: By, found: Parameters<typeof admitted<Row>>[1]) {
  const { caller, rows } = admitted<Row>(by, found)
  mustHaveProfile(by, caller)
  return rows
}

function mustHaveProfile(by: By, caller: Caller): void {
  if (by !== 'Local' && by.requirement.role === 'Executor') mustBeExecutor(caller)
}

const everything: CatalogFilter = { category: null, platform: null }

const categoriesIn = async (db: Db, by: By): Promise<CategoryRow[]> => rowsFor(by, await readCategories(db, by))
const platformsIn = async (db: Db, by: By, filter: CatalogFilter): Promise<PlatformRow[]> =>
  rowsFor(by, await readPlatforms(db, by, filter))
const pricesIn = async (db: Db, by: By, filter: CatalogFilter): Promise<PriceRow[]> =>
  rowsFor(by, await readPrices(db, by, filter))
const addOnsIn = async (db: Db, by: By): Promise<AddOnRow[]> => rowsFor(by, await readAddOns(db, by))

export const listCategories = (ctx: Ctx) => categoriesIn(ctx.db, ctx.by)
export const listPlatforms = (ctx: Ctx, filter: CatalogFilter) => platformsIn(ctx.db, ctx.by, filter)
export const listPrices = (ctx: Ctx, filter: CatalogFilter) => pricesIn(ctx.db, ctx.by, filter)
export const listAddOns = (ctx: Ctx) => addOnsIn(ctx.db, ctx.by)

export async function listCountries(ctx: Ctx): Promise<readonly Country[]> {
  mustHaveProfile(ctx.by, await mayCall(ctx))
  return countries
}
