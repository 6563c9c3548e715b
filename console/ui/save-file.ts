import { signsOf } from '../../cli/src/input/amount.ts'

/** Returns the parameters of a CSV for the spreadsheets of a language. */
export const spreadsheetQuery = (locale: string): { readonly decimal?: 'comma' } =>
  signsOf(locale).decimal === ',' ? { decimal: 'comma' } : {}

/** Saves a text as a file download. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
