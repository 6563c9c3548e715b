import { canonicalJson } from '../values/canonical.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { hasControls } from '../values/sentences.ts'
import { defaultTexts } from './default-texts.ts'

/** The languages of the pages. */
export const siteLanguages = ['en', 'ru'] as const
export type SiteLanguage = (typeof siteLanguages)[number]

/** The texts of an operator, as Markdown: the landing page, three pages of their own, the details for bank transfers, and the seller on receipts. */
export const textNames = ['about', 'help', 'terms', 'privacy', 'bankDetails', 'sellerDetails'] as const
export type TextName = (typeof textNames)[number]
/** The texts that have a public page. */
export const pageNames = ['help', 'terms', 'privacy'] as const satisfies readonly TextName[]
export type PageName = (typeof pageNames)[number]

export const brandNameLengthMax = 40
export const textLengthMax = 10_000

/** One text in each language; null where the operator has not written it. */
export type SiteText = Readonly<Record<SiteLanguage, string | null>>
export type SiteTexts = Readonly<Record<TextName, SiteText>>
export type SiteInput = { readonly brandName: string | null; readonly texts: SiteTexts }
export type Site = SiteInput & { readonly version: number; readonly updatedAt: Date | null }

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

export const siteOf = ({ texts, ...row }: SiteRow): Site => ({
  ...row,
  texts: eachText((name, language) => texts[name]?.[language] ?? null),
})

const trimmed = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

/** Returns the input as it is stored: a blank text counts as not written. Throws ValidationError for a name with control characters. */
export function storedSite({ brandName, texts }: SiteInput): { brandName: string | null; texts: StoredTexts } {
  if (/\p{C}/u.test(brandName ?? '')) throw ValidationError([bodyError('brandName', 'pattern', hasControls)])
  const all = eachText((name, language) => trimmed(texts[name][language]) ?? undefined)
  return { brandName: trimmed(brandName), texts: JSON.parse(JSON.stringify(all)) }
}

type Change = {
  readonly changed: readonly string[]
  readonly brandName?: string | null
  readonly bankDetails?: SiteText
}

/** Returns what differs, for the audit log; the brand name and the bank details with their new values. */
export function changesOf(before: Site, after: Site): Change {
  const changedTexts = textNames.filter(
    (name) => canonicalJson(before.texts[name]) !== canonicalJson(after.texts[name]),
  )
  const isRenamed = before.brandName !== after.brandName
  return {
    changed: [...(isRenamed ? ['brandName'] : []), ...changedTexts],
    ...(isRenamed ? { brandName: after.brandName } : {}),
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
