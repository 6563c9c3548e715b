import { actingAccount, mayCall } from '../accounts/actions-callers.ts'
import { depositReferenceOf } from '../accounts/deposit-reference.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database, Db } from '../platform/database/db.ts'
import { memoizePerObject } from '../values/bounded-map.ts'
import { canonicalJson } from '../values/canonical.ts'
import { NotFound } from '../values/problems/problem.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import {
  type BankTransfer,
  changesOf,
  defaultBrandName,
  type LocalText,
  type PageName,
  publishedPages,
  type Site,
  type SiteInput,
  type SiteLanguage,
  siteOf,
  storedSite,
  textIn,
} from './site.ts'
import { lockSite, readSite, writeSite } from './sql.ts'

/** How long a process may show an earlier state of the site, in milliseconds. */
const maxStalenessMs = 5_000

/** The site as this process last read it, for public pages. */
type CachedSite = { readonly clock: () => number; site?: Site; readAt: number; reading: Promise<Site> | undefined }

const cacheOf = memoizePerObject((db: Database): CachedSite => {
  const passed = stopwatch()
  return { clock: () => passed() + db.clock.offsetMs, readAt: Number.NEGATIVE_INFINITY, reading: undefined }
})

const isFresh = ({ clock, readAt }: CachedSite): boolean => clock() - readAt < maxStalenessMs

/** Reads the site for visitors: at most once every few seconds, however many ask. */
async function publicSite({ db }: Pick<Ctx, 'db'>): Promise<Site> {
  const cache = cacheOf(db)
  if (cache.site && isFresh(cache)) return cache.site
  cache.reading ??= readNow(db, cache).finally(() => {
    cache.reading = undefined
  })
  return cache.reading
}

async function readNow(db: Database, cache: CachedSite): Promise<Site> {
  const readAt = cache.clock()
  const site = siteOf(await readSite(db))
  Object.assign(cache, { site, readAt })
  return site
}

/** Returns the site for editing, for operators. */
export async function openSite(ctx: Ctx): Promise<Site> {
  await actingAccount(ctx)
  return siteOf(await readSite(ctx.db))
}

/** Replaces the name and texts. Throws VersionConflict. The same input again changes nothing. */
export async function replaceSite(ctx: Ctx, input: SiteInput, versions: Versions): Promise<Site> {
  const by = await actingAccount(ctx)
  const stored = storedSite(input)
  return ctx.db.transaction(async (db) => {
    const before = siteOf(await lockSite(db))
    const after = siteOf({ ...before, ...stored })
    if (canonicalJson(after) === canonicalJson(before)) return before
    mustBeVersion(before, versions)
    return siteOf(await writeSite(db, { ...stored, by, changes: changesOf(before, after) }))
  })
}

/** What every page of the console shows: the name, and which public pages there are. */
export type SiteHead = { readonly brandName: string; readonly pages: readonly PageName[] }

/** Returns a function that says what pages show, at once: pages do not wait for the database. */
export function siteHead(ctx: Pick<Ctx, 'db'>): () => SiteHead {
  return () => {
    const cache = cacheOf(ctx.db)
    if (!isFresh(cache)) publicSite(ctx).catch(() => undefined)
    return { brandName: cache.site?.brandName ?? defaultBrandName, pages: publishedPages(cache.site ?? noTexts) }
  }
}

const noTexts = siteOf({ version: 1, brandName: null, texts: {}, updatedAt: null })

/** Reads the site before the first page is sent. */
export const loadSite = async (ctx: Pick<Ctx, 'db'>): Promise<void> => {
  await publicSite(ctx).catch(() => undefined)
}

export type Presentation = { readonly brandName: string; readonly about: LocalText }

/** Returns the name and the text of the landing page. */
export async function readPresentation(ctx: Pick<Ctx, 'db'>, language: SiteLanguage): Promise<Presentation> {
  const site = await publicSite(ctx)
  return {
    brandName: site.brandName ?? defaultBrandName,
    about: textIn(site, 'about', language) ?? { contentLanguage: language, text: '' },
  }
}

/** Returns the text of a public page. Throws NotFound if it has none. */
export async function readPublicPage(
  ctx: Pick<Ctx, 'db'>,
  name: PageName,
  language: SiteLanguage,
): Promise<LocalText & { readonly name: PageName }> {
  const text = textIn(await publicSite(ctx), name, language)
  if (!text) throw NotFound({})
  return { name, ...text }
}

/** Returns the marketplace's name and details as the seller, for receipts. */
export async function readSeller(db: Db) {
  const { brandName, texts } = siteOf(await readSite(db))
  return { name: brandName ?? defaultBrandName, details: texts.sellerDetails }
}

/** Returns how an advertiser pays by bank transfer: where to, and the reference of the account. */
export async function readBankTransfer(ctx: Ctx, language: () => SiteLanguage): Promise<BankTransfer> {
  const { callerAccount } = await mayCall(ctx)
  // Money goes where this says, so it is read each time.
  const site = siteOf(await readSite(ctx.db))
  return {
    isCardAvailable: ctx.config.stripeSecretKey !== undefined,
    reference: depositReferenceOf(callerAccount),
    bankDetails: textIn(site, 'bankDetails', language()),
  }
}
