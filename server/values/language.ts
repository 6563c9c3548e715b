/** A text in each language that has one, by BCP 47 tag. */
export type Names = Readonly<Record<string, string>>

/** The name in the language asked for, or in the nearest one that there is, or in the fallback, or in English. */
export function localName(names: Names, language: string, fallback = 'en'): string {
  const nearest = nearestOf(names, language) ?? nearestOf(names, fallback)
  return nearest ?? names.en ?? Object.values(names)[0] ?? ''
}

function nearestOf(names: Names, language: string): string | undefined {
  const tag = canonical(language)
  if (tag === undefined) return undefined
  for (let part = tag; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('-'), 0)))
    if (Object.hasOwn(names, part)) return names[part]
  return siblingOf(names, new Intl.Locale(tag).maximize())
}

// Portuguese of Brazil serves a reader from Portugal; traditional Chinese does not serve one of simplified.
function siblingOf(names: Names, { language, script }: Intl.Locale): string | undefined {
  const sibling = Object.keys(names).find((tag) => {
    const other = new Intl.Locale(tag).maximize()
    return other.language === language && other.script === script
  })
  return sibling === undefined ? undefined : names[sibling]
}

/** The tag as BCP 47 writes it (`pt-BR`), or nothing where it is not well-formed. */
export function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
