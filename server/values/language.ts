/** Texts by BCP 47 language tag. */
export type Names = Readonly<Record<string, string>>

/** Returns the name in the closest language: the requested one, the fallback, English, or any. */
export function localName(names: Names, language: string, fallback = 'en'): string {
  const tag = nearestTag(names, language) ?? nearestTag(names, fallback)
  return (tag === undefined ? undefined : names[tag]) ?? names.en ?? Object.values(names)[0] ?? ''
}

/** Returns the text in the closest language, or in English. */
export const inLanguage = <Text>(texts: { readonly en: Text; readonly [tag: string]: Text }, language: string): Text =>
  texts[nearestTag(texts, language) ?? 'en'] ?? texts.en

/** Returns the closest of the given tags for a reader of this language; undefined if none fits. */
export function nearestTag(names: Readonly<Record<string, unknown>>, language: string): string | undefined {
  const tag = canonical(language)
  if (tag === undefined) return undefined
  for (let part = tag; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('-'), 0)))
    if (Object.hasOwn(names, part)) return part
  return siblingOf(Object.keys(names), new Intl.Locale(tag).maximize())
}

// Brazilian Portuguese fits a reader of European Portuguese; traditional Chinese does not fit one of simplified Chinese.
const siblingOf = (tags: readonly string[], { language, script }: Intl.Locale): string | undefined =>
  tags.find((tag) => {
    // Compared first, because finding likely subtags is slow.
    if (!tag.startsWith(language)) return false
    const other = new Intl.Locale(tag).maximize()
    return other.language === language && other.script === script
  })

/** Returns the tag in BCP 47 form (`pt-BR`), or undefined if it is malformed. */
export function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
