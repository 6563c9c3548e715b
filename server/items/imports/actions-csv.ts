import { isUtf8 } from 'node:buffer'
import { isStorable } from '../../platform/http/json.ts'
import { type GoldRules, goldCells } from '../gold.ts'
import { dataErrors } from '../item.ts'
import { columnsMax, fault, isName, lineBytesMax, sentences, wrongCells } from './import.ts'
import type { Line } from './lines.ts'
import { isBlank, type LineReader, Unreadable } from './reader.ts'

const idColumn = 'externalId'
/** In tasks with gold, such as `goldAnswer.label`: the known answer. An empty cell says nothing. */
const goldColumns = 'goldAnswer.'

/** Reads the lines of a CSV file (RFC 4180). The first record names the columns. Throws Unreadable if nothing after a line can be read. */
export function csvReader(rules: GoldRules): LineReader {
  let columns: readonly string[] | undefined
  let open: { readonly number: number; text: string } | undefined
  const gold = { isKnown: rules.gold !== null, read: goldCells(rules.page) }
  const record = (number: number, text: string) => {
    const cells = cellsOf(text.endsWith('\r') ? text.slice(0, -1) : text)
    if (!columns) {
      columns = columnsIn(number, cells)
      return undefined
    }
    if (!cells) return fault(number, 'line', 'quote', sentences.quote)
    // Spreadsheets write lines of separators for rows that were emptied.
    return cells.every((cell) => cell.trim() === '') ? undefined : itemOf(number, columns, cells, gold)
  }
  return {
    read: ({ number, bytes }: Line) => {
      if (!open && bytes && isBlank(bytes)) return undefined
      const first = open?.number ?? number
      if (!bytes || (open && open.text.length + bytes.length > lineBytesMax)) {
        const long = fault(first, 'line', open ? 'quote' : 'max_length', open ? sentences.quote : sentences.tooLong)
        if (open || !columns) throw new Unreadable(long)
        return long
      }
      if (!isUtf8(bytes)) {
        const wrong = fault(number, 'line', 'encoding', sentences.encoding)
        if (!columns) throw new Unreadable(wrong)
        return wrong
      }
      const line = bytes.toString('utf8')
      const text = open ? `${open.text}\n${line}` : line
      if (hasOpenQuote(line) !== (open !== undefined)) {
        open = { number: first, text }
        return undefined
      }
      open = undefined
      return record(first, text)
    },
    end: () => (open ? fault(open.number, 'line', 'quote', sentences.quote) : undefined),
  }
}

/** Whether an odd number of quotes is in a line: it begins or ends a cell with a line break. */
function hasOpenQuote(line: string): boolean {
  let isOdd = false
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isOdd = !isOdd
  return isOdd
}

const quoted = /"((?:[^"]|"")*)"(,|$)/y

/** Returns the cells of a record; undefined if its quotes are wrong. */
function cellsOf(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  for (let at = 0; ; ) {
    if (text[at] === '"') {
      quoted.lastIndex = at
      const found = quoted.exec(text)
      if (!found) return undefined
      cells.push((found[1] as string).replaceAll('""', '"'))
      if (found[2] === '') return cells
      at = quoted.lastIndex
    } else {
      const comma = text.indexOf(',', at)
      const cell = text.slice(at, comma < 0 ? undefined : comma)
      if (cell.includes('"')) return undefined
      cells.push(cell)
      if (comma < 0) return cells
      at = comma + 1
    }
  }
}

function columnsIn(line: number, cells: readonly string[] | undefined): readonly string[] {
  if (!cells) throw new Unreadable(fault(line, 'line', 'quote', sentences.quote))
  const names = cells.map((cell) => cell.trim())
  if (names.length > columnsMax) throw new Unreadable(fault(line, 'line', 'max_items', sentences.tooManyColumns))
  const isWrong = (name: string) => !isName(name) || name === '__proto__' || !isStorable(name)
  const wrong = names.find((name, place) => isWrong(name) || names.indexOf(name) !== place)
  if (wrong === undefined) return names
  throw new Unreadable(fault(line, isName(wrong) && isStorable(wrong) ? wrong : 'line', 'name', sentences.noName))
}

type Gold = { readonly isKnown: boolean; readonly read: ReturnType<typeof goldCells> }

function itemOf(line: number, columns: readonly string[], cells: readonly string[], gold: Gold) {
  if (cells.length !== columns.length) return fault(line, 'line', 'columns', wrongCells(cells.length, columns.length))
  const wrong = columns.find((_, place) => !isStorable(cells[place] as string))
  if (wrong !== undefined) return fault(line, wrong, 'invalid_text', sentences.noText)
  const idPlace = columns.indexOf(idColumn)
  const externalId = (idPlace < 0 ? '' : (cells[idPlace] as string)) || null
  if (externalId !== null && !isName(externalId)) return fault(line, idColumn, 'max_length', sentences.externalId)
  const isGold = (name: string) => gold.isKnown && name.startsWith(goldColumns)
  const members = columns.flatMap((name, place) =>
    place === idPlace || isGold(name) ? [] : [[name, cells[place]] as const],
  )
  const data = Object.fromEntries(members)
  const [error] = dataErrors(data, 'data')
  const known = columns.flatMap((column, place) => {
    const name = column.slice(goldColumns.length)
    const cell = cells[place] as string
    return isGold(column) && cell !== '' ? [[name, gold.read(cell, name)] as const] : []
  })
  const goldAnswer = known.length === 0 ? null : Object.fromEntries(known)
  return error ? fault(line, error.field, error.code, error.detail) : { line, externalId, data, goldAnswer }
}
