const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Returns a language's name in another language; its tag if the browser has no name for it. */
export function languageName(tag: string, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns every two-letter language that the browser can name, sorted by name. */
export function languageOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' })
  const tags = letters.flatMap((first) => letters.map((second) => first + second))
  // Skips outdated tags, which would duplicate the names of their replacements.
  const known = tags.filter((tag) => names.of(tag) !== undefined && Intl.getCanonicalLocales(tag)[0] === tag)
  // Two tags can have one name, such as Akan: the first one stands for both.
  const named = new Map(known.toReversed().map((tag) => [languageName(tag, language), tag]))
  const options = [...named].map(([label, value]) => ({ value, label }))
  return options.toSorted((one, other) => one.label.localeCompare(other.label, language))
}
