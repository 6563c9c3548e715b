import type { PayDays } from '../payments/withdrawals/pay-days.ts'
import { canonicalJson } from '../values/canonical.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { hasControls } from '../values/sentences.ts'
import { defaultTexts } from './default-texts.ts'

/** The languages of the pages. */
export const siteLanguages = ['en', 'ru'] as const
export type SiteLanguage = (typeof siteLanguages)[number]

/** The texts of an operator, as Markdown: the landing page, four pages of their own, the details for bank transfers, and the seller on receipts. */
export const textNames = ['about', 'help', 'terms', 'privacy', 'contact', 'bankDetails', 'sellerDetails'] as const
export type TextName = (typeof textNames)[number]
/** The texts that have a public page. */
export const pageNames = ['help', 'terms', 'privacy', 'contact'] as const satisfies readonly TextName[]
export type PageName = (typeof pageNames)[number]

export const brandNameLengthMax = 40
export const textLengthMax = 10_000

/** One text in each language; null where the operator has not written it. */
export type SiteText = Readonly<Record<SiteLanguage, string | null>>
export type SiteTexts = Readonly<Record<TextName, SiteText>>
export type Brand = {
  readonly brandName: string | null
  /** The color of primary actions, as `#rrggbb`; null: the usual one. */
  readonly accentColor: string | null
  /** A data URL; null: the usual picture. */
  readonly logo: string | null
}
/** What an operator sets besides the texts. */
export type SiteValues = Brand & { readonly payDays: PayDays | null }
/** A text that is missing counts as not written. */
export type SiteInput = SiteValues & { readonly texts: Partial<SiteTexts> }
export type Site = SiteValues & { readonly texts: SiteTexts; readonly version: number; readonly updatedAt: Date | null }

/** Texts as stored: only those that were written. */
export type StoredTexts = Readonly<Partial<Record<TextName, Partial<Record<SiteLanguage, string>>>>>
export type SiteRow = Omit<Site, 'texts'> & { readonly texts: StoredTexts }

export const defaultBrandName = 'Task Marketplace'

const eachText = <Value>(textOf: (name: TextName, language: SiteLanguage) => Value) =>
  Object.fromEntries(
    textNames.map((name) => [
      name,
      Object.fromEntries(siteLanguages.map((language) => [language, textOf(name, language)])),
    ]),
  ) as Record<TextName, Record<SiteLanguage, Value>>

/** Returns stored texts in each language. */
export const textsOf = (texts: StoredTexts): SiteTexts => eachText((name, language) => texts[name]?.[language] ?? null)

export const siteOf = (row: SiteRow): Site => ({ ...row, texts: textsOf(row.texts) })

const trimmed = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

/** Returns the input as it is stored: a blank text counts as not written. Throws ValidationError for a name with control characters. */
export function storedSite({
  brandName,
  accentColor,
  logo,
  payDays,
  texts,
}: SiteInput): SiteValues & { readonly texts: StoredTexts } {
  if (/\p{C}/u.test(brandName ?? '')) throw ValidationError([bodyError('brandName', 'pattern', hasControls)])
  const all = eachText((name, language) => trimmed(texts[name]?.[language] ?? null) ?? undefined)
  const color = accentColor?.toLowerCase() ?? null
  return {
    brandName: trimmed(brandName),
    accentColor: color,
    logo,
    payDays: sorted(payDays),
    texts: JSON.parse(JSON.stringify(all)),
  }
}

const sorted = (payDays: PayDays | null): PayDays | null =>
  payDays && { weekdays: payDays.weekdays.toSorted(), workingDays: payDays.workingDays }

const brandMembers = ['brandName', 'accentColor', 'logo'] as const

type Change = {
  readonly changed: readonly string[]
  readonly brandName?: string | null
  readonly accentColor?: string | null
  readonly payDays?: PayDays | null
  readonly bankDetails?: SiteText
}

/** Returns what differs, for the audit log; the brand name, the color, the pay days and the bank details with their new values. */
export function changesOf(before: Site, after: Site): Change {
  const changedTexts = textNames.filter(
    (name) => canonicalJson(before.texts[name]) !== canonicalJson(after.texts[name]),
  )
  const changedBrand = brandMembers.filter((name) => before[name] !== after[name])
  const isPayDaysChanged = canonicalJson(before.payDays) !== canonicalJson(after.payDays)
  return {
    changed: [...changedBrand, ...(isPayDaysChanged ? ['payDays'] : []), ...changedTexts],
    ...(changedBrand.includes('brandName') ? { brandName: after.brandName } : {}),
    ...(changedBrand.includes('accentColor') ? { accentColor: after.accentColor } : {}),
    ...(isPayDaysChanged ? { payDays: after.payDays } : {}),
    ...(changedTexts.includes('bankDetails') ? { bankDetails: after.texts.bankDetails } : {}),
  }
}

export type LocalText = { readonly contentLanguage: SiteLanguage; readonly text: string }

/** Returns a text in the language, else in the other one, else the default; undefined if there is none. */
export function textIn(site: Pick<Site, 'texts'>, name: TextName, language: SiteLanguage): LocalText | undefined {
  const own = [language, ...siteLanguages].find((each) => site.texts[name][each] !== null)
  if (own) return { contentLanguage: own, text: site.texts[name][own] ?? '' }
  const text = defaultTexts[name]?.[language]
  return text === undefined ? undefined : { contentLanguage: language, text }
}

/** Returns the pages that have a text. */
export const publishedPages = (site: Pick<Site, 'texts'>): PageName[] =>
  pageNames.filter((name) => textIn(site, name, 'en') !== undefined)

/** How an advertiser pays by bank transfer: where to, and the reference of the account. */
export type BankTransfer = {
  readonly isCardAvailable: boolean
  readonly reference: string
  readonly bankDetails: LocalText | undefined
}

/** Settings of the server's environment that operators see. */
export type Environment = {
  readonly feePercent: number
  readonly currency: string
  readonly withdrawalMinimum: number
  readonly moderation: string
  readonly isCardAvailable: boolean
  readonly isMailSent: boolean
  readonly publicUrl: string
}

export type SiteInEnvironment = Site & { readonly environment: Environment }

type EnvironmentConfig = Pick<Environment, 'currency' | 'withdrawalMinimum' | 'moderation' | 'publicUrl'> & {
  readonly feeBasisPoints: number
  readonly stripeSecretKey: string | undefined
  readonly smtpUrl: string | undefined
}

export const environmentOf = (config: EnvironmentConfig): Environment => ({
  feePercent: config.feeBasisPoints / 100,
  currency: config.currency,
  withdrawalMinimum: config.withdrawalMinimum,
  moderation: config.moderation,
  isCardAvailable: config.stripeSecretKey !== undefined,
  isMailSent: config.smtpUrl !== undefined,
  publicUrl: config.publicUrl,
})
