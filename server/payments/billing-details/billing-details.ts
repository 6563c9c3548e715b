import { bodyError, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { countRu, hasControls, isRequired } from '../../values/sentences.ts'

export const nameLengthMax = 150
export const addressLengthMax = 500
export const addressLinesMax = 8
export const taxIdLengthMax = 50

/** What an advertiser enters for receipts; all null before that. */
export type BillingDetails = {
  readonly name: string | null
  readonly address: string | null
  readonly taxId: string | null
  readonly updatedAt: Date | null
}

export type BillingInput = { readonly name: string; readonly address: string; readonly taxId: string | null }

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const linesOf = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')

/** Returns the details as they are stored, without blank lines and outer spaces. Throws ValidationError naming every invalid member. */
export function decideBilling(input: BillingInput): BillingInput {
  const details = { name: oneLine(input.name), address: linesOf(input.address), taxId: oneLine(input.taxId ?? '') }
  const errors: FieldError[] = []
  if (details.name === '') errors.push(bodyError('name', 'required', isRequired))
  for (const [member, text] of Object.entries(details))
    if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(text.replaceAll('\n', '')))
      errors.push(bodyError(member, 'pattern', hasControls))
  if (details.address.split('\n').length > addressLinesMax)
    errors.push(
      bodyError('address', 'lines', {
        en: `must have at most ${addressLinesMax} lines.`,
        ru: `должно быть не больше ${countRu(addressLinesMax, 'строки', 'строк')}.`,
      }),
    )
  if (errors.length > 0) throw ValidationError(errors)
  return { ...details, taxId: details.taxId || null }
}
