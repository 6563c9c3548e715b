const digits = 3

/** Returns a country's name by its number (ISO 3166-1). */
export function countryIn(language: string, id: number): string {
  const region = new Intl.Locale(`und-${String(id).padStart(digits, '0')}`).region ?? String(id)
  return new Intl.DisplayNames([language], { type: 'region' }).of(region) ?? region
}
