import type { ItemResult, JsonObject } from '../../items/item.ts'
import type { RecordFile } from '../../values/csv/file.ts'
import type { Cell } from '../../values/csv/write.ts'
import { jsonLine } from '../../values/json-lines.ts'

type Answer = {
  readonly reportId: number
  readonly executorId: string
  readonly status: string
  readonly value?: JsonObject | undefined
  readonly skipped?: string | undefined
  readonly submittedAtUtc: string
  readonly decidedAtUtc: string | null
}
export type Exported = {
  readonly itemId: number
  readonly externalId: string | null
  readonly data: JsonObject
  readonly status: string
  readonly answers: readonly Answer[]
  readonly result?: Pick<ItemResult, 'answer' | 'confidence'> | undefined
}

/** The members of data and answers that have a column. */
export type Names = {
  readonly data: readonly string[]
  readonly answer: readonly string[]
  readonly hasResults: boolean
}

type Source = (answer: Answer, result: Exported, names: Names) => Cell

/** The columns of an export in order, before those of the members. */
const columns: readonly (readonly [name: string, of: Source])[] = [
  ['itemId', (_, { itemId }) => itemId],
  ['externalId', (_, { externalId }) => externalId],
  ['itemStatus', (_, { status }) => status],
  ['reportId', ({ reportId }) => reportId],
  ['executorId', ({ executorId }) => executorId],
  ['reportStatus', ({ status }) => status],
  ['submittedAtUtc', ({ submittedAtUtc }) => submittedAtUtc],
  ['decidedAtUtc', ({ decidedAtUtc }) => decidedAtUtc],
  ['skipped', ({ skipped }) => skipped ?? null],
]
/** The last columns: what has no column of its own, as JSON. */
const others: readonly (readonly [name: string, of: Source])[] = [
  ['data', (_, { data }, names) => othersOf(data, (name) => names.data.includes(name) && isCell(data[name]))],
  ['answer', ({ value = {} }, _, names) => othersOf(value, (name) => names.answer.includes(name))],
]

const isCell = (value: unknown): boolean => value === null || typeof value !== 'object'

function othersOf(members: JsonObject, hasColumn: (name: string) => boolean): Cell {
  const left = Object.entries(members).filter(([name]) => !hasColumn(name))
  return left.length === 0 ? null : JSON.stringify(Object.fromEntries(left))
}

/** Lists and objects are JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

const memberOf = (members: JsonObject = {}, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

function dataCell(data: Exported['data'], name: string): Cell {
  const value = memberOf(data, name)
  return isCell(value) ? cellOf(value) : null
}

/** What a line of a CSV file is about. */
export const lineSubjects = ['Answers', 'Items'] as const

/** An export in a format: JSON lines have one item each, CSV one answer or one item in a line. */
export const resultFile = (file: RecordFile, names: Names, lines: (typeof lineSubjects)[number] = 'Answers') =>
  lines === 'Items' && file.extension !== 'jsonl' ? fileOfItems(file, names) : fileOfAnswers(file, names)

/** What the answers say about one question, in one cell: a single value as it is, several as texts with commas between them. */
function answersCell(answers: readonly Answer[], name: string): Cell {
  const given = answers.map(({ value }) => cellOf(memberOf(value, name))).filter((cell) => cell !== null)
  return given.length > 1 ? given.join(', ') : (given[0] ?? null)
}

/** One item in a line, with what follows from its answers, and what they say. */
function fileOfItems(file: RecordFile, names: Names) {
  const resultNames = names.hasResults ? names.answer : []
  const heading = [
    ...['itemId', 'externalId', 'itemStatus', 'answers'],
    ...names.data.map((name) => `data.${name}`),
    'data',
    ...resultNames.map((name) => `result.${name}`),
    ...(names.hasResults ? ['confidence'] : []),
    ...names.answer.map((name) => `answer.${name}`),
  ]
  const linesOf = ({ itemId, externalId, status, answers, data, result }: Exported): string =>
    file.line(heading, [
      ...[itemId, externalId, status, answers.filter(({ value }) => value !== undefined).length],
      ...names.data.map((name) => dataCell(data, name)),
      othersOf(data, (name) => names.data.includes(name) && isCell(data[name])),
      ...resultNames.map((name) => cellOf(memberOf(result?.answer, name))),
      ...(names.hasResults ? [result?.confidence ?? null] : []),
      ...names.answer.map((name) => answersCell(answers, name)),
    ])
  return { heading: file.heading(heading), linesOf }
}

function fileOfAnswers(file: RecordFile, names: Names) {
  const resultNames = names.hasResults ? names.answer : []
  const heading = [
    ...columns.map(([name]) => name),
    ...names.data.map((name) => `data.${name}`),
    ...names.answer.map((name) => `answer.${name}`),
    ...others.map(([name]) => name),
    ...resultNames.map((name) => `result.${name}`),
    ...(names.hasResults ? ['confidence'] : []),
  ]
  const lineOf = (result: Exported, answer: Answer): string =>
    file.line(heading, [
      ...columns.map(([, of]) => of(answer, result, names)),
      ...names.data.map((name) => dataCell(result.data, name)),
      ...names.answer.map((name) => cellOf(memberOf(answer.value, name))),
      ...others.map(([, of]) => of(answer, result, names)),
      ...resultNames.map((name) => cellOf(memberOf(result.result?.answer, name))),
      ...(names.hasResults ? [result.result?.confidence ?? null] : []),
    ])
  return {
    heading: file.heading(heading),
    linesOf: (result: Exported): string =>
      file.extension === 'jsonl' ? jsonLine(result) : result.answers.map((answer) => lineOf(result, answer)).join(''),
  }
}
