const digits = 3

/** Returns a country's name by its number (ISO 3166-1). */
export function countryIn(language: string, id: number): string {
  const region = new Intl.Locale(`und-${String(id).padStart(digits, '0')}`).region ?? String(id)
  return new Intl.DisplayNames([language], { type: 'region' }).of(region) ?? region
}

type Country = { readonly id: number; readonly code: string; readonly name: string }

/** Returns the countries as choices in the alphabetical order of the language. */
export const countryChoices = (language: string, countries: readonly Country[]) =>
  countries
    .map(({ id, code, name }) => ({ value: String(id), label: name, aliases: [code] }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
