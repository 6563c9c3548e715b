/** A text in each language that has one, by BCP 47 tag. */
export type Names = Readonly<Record<string, string>>

/** The name in the language asked for, or in the nearest one that there is, or in the fallback, or in English. */
export function localName(names: Names, language: string, fallback = 'en'): string {
  const tag = nearestTag(names, language) ?? nearestTag(names, fallback)
  return (tag === undefined ? undefined : names[tag]) ?? names.en ?? Object.values(names)[0] ?? ''
}

/** What there is in the language that serves a reader best, or in English. */
export const inLanguage = <Text>(texts: { readonly en: Text; readonly [tag: string]: Text }, language: string): Text =>
  texts[nearestTag(texts, language) ?? 'en'] ?? texts.en

/** The tag, among those of the names, that serves a reader of this language best; undefined where none does. */
export function nearestTag(names: Readonly<Record<string, unknown>>, language: string): string | undefined {
  const tag = canonical(language)
  if (tag === undefined) return undefined
  for (let part = tag; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('-'), 0)))
    if (Object.hasOwn(names, part)) return part
  return siblingOf(Object.keys(names), new Intl.Locale(tag).maximize())
}

// Portuguese of Brazil serves a reader from Portugal; traditional Chinese does not serve one of simplified.
const siblingOf = (tags: readonly string[], { language, script }: Intl.Locale): string | undefined =>
  tags.find((tag) => {
    // Compared first, because likely subtags are slow to find.
    if (!tag.startsWith(language)) return false
    const other = new Intl.Locale(tag).maximize()
    return other.language === language && other.script === script
  })

/** The tag as BCP 47 writes it (`pt-BR`), or nothing where it is not well-formed. */
export function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
