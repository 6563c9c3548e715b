/** How a number is written: its decimal sign, and the sign between groups of three digits. */
export type Signs = { readonly decimal: '.' | ','; readonly group: string }

type Rules = {
  readonly signs: Signs
  /** 0 for whole numbers. */
  readonly fractionDigitsMax: number
  /**
   * Whether a program may have written it: 1.500 is then one and a half, and 1,500 is refused. In the text of a person 1.500 is refused,
   * because other languages write fifteen hundred so.
   */
  readonly isByProgram?: boolean
}

/** The number as plain digits with a decimal point; or, if it was refused, up to two forms of it, or an example, that would be accepted. */
export type ReadNumber =
  | { readonly isRead: true; readonly decimal: string }
  | { readonly isRead: false; readonly accepted: readonly string[] }

export const pointSigns: Signs = { decimal: '.', group: ',' }
export const commaSigns: Signs = { decimal: ',', group: '\u00a0' }

/** Returns the signs of a language. */
export function signsOf(locale: string): Signs {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.8)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: sign('decimal') === ',' ? ',' : '.', group: sign('group') ?? '\u00a0' }
}

const wholeDigitsMax = 15

/**
 * Reads a number that a person typed. Refuses other digits than 0 to 9, signs and exponents, leading zeros, uneven groups, surplus decimals
 * and whatever has two meanings. Spaces and apostrophes between groups are read in every language.
 */
export function readNumber(text: string, rules: Rules): ReadNumber {
  const typed = text
    .trim()
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replace(/\u2019/g, "'")
  const decimal = parsed(typed, rules)
  return decimal === undefined ? { isRead: false, accepted: acceptedForms(typed, rules) } : { isRead: true, decimal }
}

function parsed(typed: string, rules: Rules): string | undefined {
  const { decimal } = rules.signs
  const other = decimal === '.' ? ',' : '.'
  // A sign that groups in this language cannot begin the decimals, too.
  const isGroup = plainGroup(rules.signs.group) === other
  const sign = typed.includes(decimal) || isGroup ? decimal : other
  const number = split(typed, sign)
  if (!number || number.fraction.length > rules.fractionDigitsMax) return undefined
  const mayGroup = isGroup || sign === other ? [' ', "'", other] : [' ', "'"]
  if (number.group !== undefined && !mayGroup.includes(number.group)) return undefined
  const isAmbiguous = number.fraction.length === 3 && number.group === undefined && /^[1-9]\d{0,2}$/.test(number.whole)
  if (isAmbiguous && !(rules.isByProgram && sign === decimal)) return undefined
  return rules.isByProgram && number.group === other && /^\d+.\d{3}$/.test(typed) ? undefined : joined(number)
}

type Split = { readonly whole: string; readonly fraction: string; readonly group: string | undefined }

/** Returns the parts of a number with this decimal sign; undefined if it is none. */
function split(typed: string, decimal: string): Split | undefined {
  const parts = typed.split(decimal)
  const [grouped = '', fraction] = parts
  if (parts.length > 2 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined
  const group = /[^\d]/.exec(grouped)?.[0]
  const whole = group === undefined ? grouped : grouped.split(group).join('')
  const isWhole = group === undefined ? /^(?:0|[1-9]\d*)$/.test(grouped) : isGrouped(grouped, group)
  if (!isWhole || whole.length > wholeDigitsMax) return undefined
  return { whole, fraction: fraction ?? '', group }
}

function isGrouped(text: string, group: string): boolean {
  const [first = '', ...rest] = text.split(group)
  return /^[ .,']$/.test(group) && /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part))
}

const joined = ({ whole, fraction }: Pick<Split, 'whole' | 'fraction'>): string =>
  fraction === '' ? whole : `${whole}.${fraction}`

const plainGroup = (group: string): string => (/\s/.test(group) ? ' ' : group)

/** Returns what the text may mean, in the accepted form; otherwise an example. */
function acceptedForms(typed: string, { signs, ...others }: Rules): string[] {
  const rules = { ...others, signs: others.isByProgram ? { ...signs, group: '' } : signs }
  const meanings = ['.', ',', 'none'].flatMap((decimal) => {
    const number = split(typed, decimal)
    return number ? [accepted(number, rules)] : []
  })
  const forms = [...new Set(meanings.filter((form) => form !== undefined))]
  if (forms.length > 0) return forms
  return [written({ whole: '1500', fraction: '00'.slice(0, rules.fractionDigitsMax) }, rules.signs)]
}

/** Writes a number such that it is read again; undefined if it has too many decimals. */
function accepted({ whole, fraction }: Split, { signs, fractionDigitsMax }: Rules): string | undefined {
  const significant = fraction.replace(/0+$/, '')
  const length = significant.length === 0 && fraction.length !== 2 ? 0 : Math.max(2, significant.length)
  const digits = significant.padEnd(length === 3 ? 4 : length, '0')
  return digits.length > fractionDigitsMax ? undefined : written({ whole, fraction: digits }, signs)
}

const written = ({ whole, fraction }: Pick<Split, 'whole' | 'fraction'>, { decimal, group }: Signs): string =>
  whole.replace(/\B(?=(?:\d{3})+$)/g, group) + (fraction === '' ? '' : decimal + fraction)

/** Writes a number without groups such that it is read again. */
export function writeNumber(number: number, { decimal }: Signs): string {
  const [whole = '', fraction = ''] = Math.abs(number)
    .toLocaleString('en', { useGrouping: false, maximumFractionDigits: 15 })
    .split('.')
  const digits = fraction.length === 3 ? `${fraction}0` : fraction
  return (number < 0 ? '-' : '') + (digits === '' ? whole : whole + decimal + digits)
}
