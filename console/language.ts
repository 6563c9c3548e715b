import { i18n, type Messages } from '@lingui/core'
import { loadCode } from './connection.ts'

/** Languages with complete translations; the first is the fallback. */
export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]

const storageKey = 'language'
const catalogs = import.meta.glob<{ messages: Messages }>('./*/locales/*.po')
/** Folders whose pages were opened; changing the language loads their texts too. */
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
  await Promise.all([...loadedFolders].map((folder) => loadCatalog(folder, language)))
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = language
  i18n.activate(language)
}

export async function startLanguage(): Promise<void> {
  for (const folder of ['shell', 'ui']) loadedFolders.add(folder)
  await changeLanguage(preferredLanguage())
}
