import { isValidIBAN } from 'ibantools'

/** Whether a detail of an account can be right, as the server checks it. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  iban: (text) => isValidIBAN(text.replaceAll(' ', '')),
  bic: (text) => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text),
  country: (text) => /^[A-Z]{2}$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
}

/** Returns the filled fields of an account that cannot be right. */
export const wrongFields = (account: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(account).flatMap(([name, value]) => {
    const text = String(value ?? '')
      .trim()
      .toUpperCase()
    return text === '' || checks[name]?.(text) !== false ? [] : [name]
  })
