import type { A } from '../api.ts'

type Site = Pick<A['Site'], 'brandName' | 'texts'>
export type TextName = keyof Site['texts']
type Text = { readonly en: string; readonly ru: string }
/** One member for each text, so that unsaved changes of one survive another operator's changes of the others. */
export type SiteForm = { readonly brandName: string } & Readonly<Record<TextName, Text>>

const filled = ({ en, ru }: Site['texts'][TextName]): Text => ({ en: en ?? '', ru: ru ?? '' })

export const formOf = ({ brandName, texts }: Site): SiteForm => ({
  brandName: brandName ?? '',
  about: filled(texts.about),
  help: filled(texts.help),
  terms: filled(texts.terms),
  privacy: filled(texts.privacy),
  bankDetails: filled(texts.bankDetails),
  sellerDetails: filled(texts.sellerDetails),
})

const written = ({ en, ru }: Text) => ({ en: en || null, ru: ru || null })

export const siteOf = ({ brandName, about, help, terms, privacy, bankDetails, sellerDetails }: SiteForm): Site => ({
  brandName: brandName || null,
  texts: {
    about: written(about),
    help: written(help),
    terms: written(terms),
    privacy: written(privacy),
    bankDetails: written(bankDetails),
    sellerDetails: written(sellerDetails),
  },
})
