import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import { childAt, childrenAt, readXml, XmlBroken, type XmlElement } from '../../values/xml.ts'
import { linesMax, type Said, saidText } from './statement-line.ts'
import { dayOf, unitsOfText } from './statement-values.ts'

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/
const isAnotherDocument: Sentence = {
  en: 'the file must be a bank statement of ISO 20022, camt.053.001.02 to camt.053.001.13.',
  ru: 'файл должен быть банковской выпиской ISO 20022, от camt.053.001.02 до camt.053.001.13.',
}
const hasTooMany: Sentence = {
  en: `the statement has more than ${linesMax} entries. Ask the bank for a shorter period.`,
  ru: `в выписке больше ${linesMax} операций. Запросите у банка меньший период.`,
}

/** Reads the entries of a bank statement (ISO 20022 camt.053). Throws ValidationError naming the line of the file. */
export async function linesOfCamt(xml: string): Promise<Said[]> {
  const lines: Said[] = []
  let account: string | null = null
  const onRoot = (given: string) => {
    if (!namespace.test(given)) throw new XmlBroken(1, isAnotherDocument)
  }
  const statement = 'Document/BkToCstmrStmt/Stmt'
  const visits = {
    [`${statement}/Acct`]: (element: XmlElement) => {
      account =
        (childAt(element, 'Id/IBAN') ?? childAt(element, 'Id/Othr/Id'))?.text.replace(/\s/g, '').slice(0, 70) ?? null
    },
    [`${statement}/Ntry`]: (entry: XmlElement) => {
      lines.push(...linesOf(entry, account))
      if (lines.length > linesMax) throw new XmlBroken(entry.line, hasTooMany)
    },
  }
  await readXml(xml, { onRoot, visits }).catch((error: unknown) => {
    if (!(error instanceof XmlBroken)) throw error
    const { line, detail } = error
    const at = { en: `line ${line}: ${detail.en}`, ru: `строка ${line}: ${detail.ru}` }
    throw ValidationError([bodyError('camt', 'xml', at, { line })])
  })
  return lines
}

const textAt = (element: XmlElement | undefined, ...paths: readonly string[]): string | undefined => {
  for (const path of paths) {
    const text = childAt(element, path)?.text
    if (text) return text
  }
  return undefined
}

/** Returns the payments of an entry: its own, or those that it sums up. */
function linesOf(entry: XmlElement, account: string | null): Said[] {
  const whole = { ...ownOf(entry, account), ...wordsOf(entry, undefined, directionOf(entry)) }
  const details = childrenAt(entry, 'NtryDtls/TxDtls')
  const [only] = details
  if (details.length > 1) return partsOf(entry, whole, details) ?? [{ ...whole, obstacle: whole.obstacle ?? 'Batch' }]
  const count = Number(textAt(entry, 'NtryDtls/Btch/NbOfTxs') ?? 1)
  if (count > 1) return [{ ...whole, obstacle: whole.obstacle ?? 'Batch' }]
  return [{ ...whole, ...wordsOf(entry, only, whole.direction) }]
}

type Own = Omit<Said, 'name' | 'text' | 'endToEndId' | 'bankReference'>

function ownOf(entry: XmlElement, account: string | null): Own {
  const status = textAt(entry, 'Sts/Cd', 'Sts')
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '')
  const isBooked = status === 'BOOK'
  return {
    line: entry.line,
    account,
    bookedOn: isBooked ? bookedOn(entry) : (dayOf(textAt(entry, 'BookgDt/Dt') ?? '') ?? ''),
    direction: directionOf(entry),
    ...amountOf(childAt(entry, 'Amt'), entry.line),
    part: 0,
    obstacle: isBooked ? (isReversal ? 'Reversal' : null) : 'NotBooked',
  }
}

function bookedOn(entry: XmlElement): string {
  const text = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? ''
  const day = dayOf(text.slice(0, 10))
  if (day !== undefined) return day
  throw new XmlBroken(entry.line, {
    en: 'the entry has no booking date.',
    ru: 'у операции нет даты.',
  })
}

function directionOf(element: XmlElement): Said['direction'] {
  const text = textAt(element, 'CdtDbtInd')
  if (text === 'CRDT') return 'Credit'
  if (text === 'DBIT') return 'Debit'
  throw new XmlBroken(element.line, {
    en: 'the entry does not say whether the money came in or went out.',
    ru: 'у операции не указано, пришли деньги или ушли.',
  })
}

function amountOf(amount: XmlElement | undefined, line: number): Pick<Said, 'units' | 'currency'> {
  const units = unitsOfText(amount?.text ?? '')
  const currency = amount?.attributes['Ccy'] ?? ''
  if (units !== undefined && /^[A-Z]{3}$/.test(currency)) return { units, currency }
  throw new XmlBroken(amount?.line ?? line, {
    en: 'the amount (Amt) must be digits with at most four decimals, below a hundred billion, with its currency (Ccy).',
    ru: 'сумма (Amt) должна состоять из цифр, не больше четырёх знаков после запятой, меньше ста миллиардов, с валютой (Ccy).',
  })
}

/** Returns the payments that an entry sums up; undefined if their amounts do not explain its own. */
function partsOf(entry: XmlElement, whole: Own, details: readonly XmlElement[]): Said[] | undefined {
  const parts = details.map((detail, index) => {
    const amount = childAt(detail, 'Amt') ?? childAt(detail, 'AmtDtls/TxAmt/Amt')
    if (!amount) return undefined
    const direction = childAt(detail, 'CdtDbtInd') ? directionOf(detail) : whole.direction
    const own = { ...whole, ...amountOf(amount, detail.line), direction, line: detail.line, part: index + 1 }
    return { ...own, ...wordsOf(entry, detail, direction) }
  })
  const known = parts.filter((part) => part !== undefined)
  const sum = known.reduce(
    (total, { units, direction }) => total + (direction === whole.direction ? units : -units),
    0n,
  )
  const isWhole =
    known.length === details.length && sum === whole.units && known.every(({ currency }) => currency === whole.currency)
  return isWhole ? known : undefined
}

function wordsOf(
  entry: XmlElement,
  detail: XmlElement | undefined,
  direction: Said['direction'],
): Pick<Said, 'name' | 'text' | 'endToEndId' | 'bankReference'> {
  const party = `RltdPties/${direction === 'Credit' ? 'Dbtr' : 'Cdtr'}`
  const remittance = detail ? childrenAt(detail, 'RmtInf/Ustrd').map(({ text }) => text) : []
  const structured = detail ? childrenAt(detail, 'RmtInf/Strd/CdtrRefInf/Ref').map(({ text }) => text) : []
  const others = remittance.length > 0 ? [] : [textAt(detail, 'AddtlTxInf') ?? textAt(entry, 'AddtlNtryInf') ?? '']
  return {
    name: saidText('name', textAt(detail, `${party}/Nm`, `${party}/Pty/Nm`)),
    text: saidText('text', [...structured, ...remittance, ...others].join(' ')),
    endToEndId: saidText('endToEndId', textAt(detail, 'Refs/EndToEndId')),
    bankReference: saidText('bankReference', textAt(detail, 'Refs/AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef')),
  }
}
