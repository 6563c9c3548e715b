import { i18n, type Messages } from '@lingui/core'
import { loadCode } from './connection.ts'
import { type Refusals, setRefusals } from './refusals.ts'

/** Languages with complete translations; the first is the fallback. */
export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]

const storageKey = 'language'
/** The texts that every page needs are one file: each request costs a round trip. */
type FirstTexts = { readonly shell: Messages; readonly ui: Messages; readonly refusals: Refusals }
const firstTexts = import.meta.glob<FirstTexts>('./api/texts-*.ts')
const catalogs = import.meta.glob<{ messages: Messages }>(['./*/locales/*.po', '!./{shell,ui}/locales/*.po'])
/** Other folders whose pages were opened; changing the language loads their texts too. */
const loadedFolders = new Set<string>()

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text)

/** Returns the language chosen earlier, otherwise the browser's preference. */
function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const browserLanguages = navigator.languages.map((tag) => tag.split('-')[0])
  return browserLanguages.find(isLanguage) ?? languages[0]
}

async function loadCatalog(folder: string, language: Language): Promise<void> {
  const load = catalogs[`./${folder}/locales/${language}.po`]
  const { messages } = load ? await loadCode(load) : { messages: {} }
  i18n.load(language, messages)
}

/** Loads the texts of these folders. Await it before showing a page of them. */
export async function loadTexts(folders: readonly string[]): Promise<void> {
  const missing = folders.filter((folder) => !loadedFolders.has(folder))
  await Promise.all(missing.map((folder) => loadCatalog(folder, currentLanguage())))
  for (const folder of missing) loadedFolders.add(folder)
  // Rerenders mounted components.
  if (missing.length > 0 && i18n.locale) i18n.activate(i18n.locale)
}

/** Returns the current language; before texts are loaded, the one that will be used. */
export const currentLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : preferredLanguage())

export async function changeLanguage(language: Language): Promise<void> {
  const load = firstTexts[`./api/texts-${language}.ts`]
  const [first] = await Promise.all([
    load && loadCode(load),
    ...[...loadedFolders].map((folder) => loadCatalog(folder, language)),
  ])
  if (first) {
    for (const messages of [first.shell, first.ui]) i18n.load(language, messages)
    setRefusals(first.refusals)
  }
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  i18n.activate(language)
}

export const startLanguage = (): Promise<void> => changeLanguage(preferredLanguage())
