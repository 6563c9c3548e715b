import type { A } from '../api.ts'

type Site = Pick<A['Site'], 'brandName' | 'accentColor' | 'logo' | 'payDays' | 'texts'>
export type TextName = keyof Site['texts']
type Text = { readonly en: string; readonly ru: string }
type Brand = Readonly<Record<'brandName' | 'accentColor' | 'logo', string>>
type Texts = Readonly<Record<TextName, Text>>
/** One member for each text, so that unsaved changes of one survive another operator's changes of the others. */
export type SiteForm = Brand &
  Texts & {
    /** As texts: the days of the week, and a number or nothing. */
    readonly payDays: { readonly weekdays: readonly string[]; readonly workingDays: string }
  }

export const formOf = ({ brandName, accentColor, logo, payDays, texts }: Site): SiteForm => ({
  brandName: brandName ?? '',
  accentColor: accentColor ?? '',
  logo: logo ?? '',
  payDays: { weekdays: (payDays?.weekdays ?? []).map(String), workingDays: String(payDays?.workingDays ?? '') },
  ...(Object.fromEntries(
    Object.entries(texts).map(([name, { en, ru }]) => [name, { en: en ?? '', ru: ru ?? '' }]),
  ) as Texts),
})

const writtenDays = ({ weekdays, workingDays }: SiteForm['payDays']): Site['payDays'] =>
  weekdays.length === 0 && workingDays === ''
    ? null
    : { weekdays: weekdays.map(Number), workingDays: Number(workingDays) }

export const siteOf = ({ brandName, accentColor, logo, payDays, ...texts }: SiteForm): Site => ({
  brandName: brandName || null,
  accentColor: accentColor || null,
  logo: logo || null,
  payDays: writtenDays(payDays),
  texts: Object.fromEntries(
    Object.entries(texts).map(([name, { en, ru }]) => [name, { en: en || null, ru: ru || null }]),
  ) as Site['texts'],
})
