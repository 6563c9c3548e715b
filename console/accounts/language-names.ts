const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** How a language is called in another; its tag where nobody knows it. */
export function languageName(tag: string, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Every language of two letters that the browser has a name for, by that name. */
export function languagesIn(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' })
  const tags = letters.flatMap((first) => letters.map((second) => first + second))
  // Older tags of a language lead to the newer one: both would be called the same.
  const known = tags.filter((tag) => names.of(tag) !== undefined && Intl.getCanonicalLocales(tag)[0] === tag)
  const named = known.map((tag) => ({ value: tag, label: languageName(tag, language) }))
  return named.toSorted((one, other) => one.label.localeCompare(other.label, language))
}
