import { actingAccount, mayCall } from '../accounts/actions-callers.ts'
import { depositReferenceOf } from '../accounts/deposit-reference.ts'
import { mustHaveWaited } from '../accounts/management/actions.ts'
import { rewardedSoFar } from '../audit/stats/actions.ts'
import { type CurrentRules, currentRules } from '../money-rules/actions.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database, Db } from '../platform/database/db.ts'
import { memoizePerObject } from '../values/bounded-map.ts'
import { canonicalJson } from '../values/canonical.ts'
import type { Units } from '../values/money.ts'
import { NotFound } from '../values/problems/problem.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import { mustBeLogo } from './actions-logo.ts'
import { type Logo, logoOf } from './logo.ts'
import {
  type BankTransfer,
  changesOf,
  defaultBrandName,
  environmentOf,
  type LocalText,
  type PageName,
  publishedPages,
  type Site,
  type SiteInEnvironment,
  type SiteInput,
  type SiteLanguage,
  siteOf,
  storedSite,
  textIn,
  textsOf,
} from './site.ts'
import { lockSite, readSite, readTexts, writeSite } from './sql.ts'

/** How long a process may show an earlier state of the site, in milliseconds. */
const maxStalenessMs = 5_000

type PublicCtx = Pick<Ctx, 'db' | 'config'>

/** The site as this process last read it, for public pages. */
type PublicSite = Site & { readonly rewardedUnits: Units; readonly rules: CurrentRules }
type CachedSite = {
  readonly clock: () => number
  site?: PublicSite
  readAt: number
  reading: Promise<PublicSite> | undefined
}

const cacheOf = memoizePerObject((db: Database): CachedSite => {
  const passed = stopwatch()
  return { clock: () => passed() + db.clock.offsetMs, readAt: Number.NEGATIVE_INFINITY, reading: undefined }
})

const isFresh = ({ clock, readAt }: CachedSite): boolean => clock() - readAt < maxStalenessMs

/** Reads the site for visitors: at most once every few seconds, however many ask. */
async function publicSite({ db, config }: PublicCtx): Promise<PublicSite> {
  const cache = cacheOf(db)
  if (cache.site && isFresh(cache)) return cache.site
  cache.reading ??= readNow({ db, config }, cache).finally(() => {
    cache.reading = undefined
  })
  return cache.reading
}

async function readNow({ db, config }: PublicCtx, cache: CachedSite): Promise<PublicSite> {
  const readAt = cache.clock()
  const [row, rewardedUnits, rules] = await Promise.all([
    readSite(db),
    rewardedSoFar({ db }),
    currentRules({ db, config }),
  ])
  const site = { ...siteOf(row), rewardedUnits, rules }
  Object.assign(cache, { site, readAt })
  return site
}

/** Returns the site for editing, for operators. */
export async function openSite(ctx: Ctx): Promise<SiteInEnvironment> {
  await actingAccount(ctx)
  return withEnvironment(ctx, siteOf(await readSite(ctx.db)))
}

/** Replaces the brand and texts. Throws ValidationError, VersionConflict, and OperatorWaiting for other bank details. The same input again changes nothing. */
export async function replaceSite(ctx: Ctx, input: SiteInput, versions: Versions): Promise<SiteInEnvironment> {
  const by = await actingAccount(ctx)
  await mustBeLogo(input.logo)
  const stored = storedSite(input)
  const site = await ctx.db.transaction(async (db) => {
    const before = siteOf(await lockSite(db))
    const after = siteOf({ ...before, ...stored })
    if (canonicalJson(after) === canonicalJson(before)) return before
    const changes = changesOf(before, after)
    mustBeVersion(before, versions)
    // Advertisers pay to this account.
    if (changes.changed.includes('bankDetails')) await mustHaveWaited({ ...ctx, db })
    return siteOf(await writeSite(db, { ...stored, by, changes }))
  })
  return withEnvironment(ctx, site)
}

const withEnvironment = async (ctx: Ctx, site: Site): Promise<SiteInEnvironment> => ({
  ...site,
  environment: environmentOf({ ...ctx.config, ...(await currentRules(ctx)) }),
})

/** What every page of the console shows: the brand, which public pages there are, and whether mails are sent. */
export type SiteHead = {
  readonly brandName: string
  /** Empty: the usual one. */
  readonly accentColor: string
  readonly logoUrl: string
  readonly pages: readonly PageName[]
  readonly isMailSent: boolean
}

const usualLogo = '/assets/icon.svg'

/** Returns a function that says what pages show, at once: pages do not wait for the database. */
export function siteHead(ctx: Pick<Ctx, 'db' | 'config'>): () => SiteHead {
  return () => {
    const cache = cacheOf(ctx.db)
    if (!isFresh(cache)) publicSite(ctx).catch(() => undefined)
    const { brandName, accentColor, logo, version } = cache.site ?? noTexts
    return {
      brandName: brandName ?? defaultBrandName,
      accentColor: accentColor ?? '',
      // The version makes browsers read a new one.
      logoUrl: logo === null ? usualLogo : `/api/public/logo?version=${version}`,
      pages: publishedPages(cache.site ?? noTexts),
      isMailSent: ctx.config.smtpUrl !== undefined,
    }
  }
}

const noTexts = siteOf({
  version: 1,
  brandName: null,
  accentColor: null,
  logo: null,
  payDays: null,
  texts: {},
  updatedAt: null,
})

/** Reads the site before the first page is sent. */
export const loadSite = async (ctx: PublicCtx): Promise<void> => {
  await publicSite(ctx).catch(() => undefined)
}

/** Returns the logo. Throws NotFound if there is only the usual one. */
export async function readLogo(ctx: PublicCtx): Promise<Logo> {
  const { logo } = await publicSite(ctx)
  if (logo === null) throw NotFound({})
  return logoOf(logo)
}

export type Presentation = Pick<PublicSite, 'rewardedUnits' | 'rules'> & {
  readonly brandName: string
  readonly about: LocalText
}

/** Returns the name and the text of the landing page, and what executors have earned so far. */
export async function readPresentation(ctx: PublicCtx, language: SiteLanguage): Promise<Presentation> {
  const site = await publicSite(ctx)
  return {
    brandName: site.brandName ?? defaultBrandName,
    about: textIn(site, 'about', language) ?? { contentLanguage: language, text: '' },
    rewardedUnits: site.rewardedUnits,
    rules: site.rules,
  }
}

/** Returns the text of a public page. Throws NotFound if it has none. */
export async function readPublicPage(
  ctx: PublicCtx,
  name: PageName,
  language: SiteLanguage,
): Promise<LocalText & { readonly name: PageName }> {
  const text = textIn(await publicSite(ctx), name, language)
  if (!text) throw NotFound({})
  return { name, ...text }
}

/** Returns the marketplace's name and details as the seller, for receipts. */
export async function readSeller(db: Db) {
  const { brandName, texts } = await readTexts(db)
  return { name: brandName ?? defaultBrandName, details: textsOf(texts).sellerDetails }
}

/** Returns how an advertiser pays by bank transfer: where to, and the reference of the account. */
export async function readBankTransfer(ctx: Ctx, language: () => SiteLanguage): Promise<BankTransfer> {
  const { callerAccount } = await mayCall(ctx)
  // Money goes where this says, so it is read each time.
  const texts = textsOf((await readTexts(ctx.db)).texts)
  return {
    isCardAvailable: ctx.config.stripeSecretKey !== undefined,
    reference: depositReferenceOf(callerAccount),
    bankDetails: textIn({ texts }, 'bankDetails', language()),
  }
}
