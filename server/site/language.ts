import { nearestTag } from '../values/language.ts'
import type { SiteLanguage } from './site.ts'

const languages = { en: true, ru: true }

/** Returns the closest language of the pages, English by default. */
export const languageOf = (requested: string): SiteLanguage => (nearestTag(languages, requested) === 'ru' ? 'ru' : 'en')
