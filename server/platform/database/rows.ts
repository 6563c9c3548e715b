import type { FieldDef } from 'pg'
import pg from 'pg'
import { camelCase } from '../../values/camel-case.ts'

/**
 * Turns a row (text values in column order) into an object with camelCase names. The column name decides the type of a bigint:
 * `…units` is money and stays a bigint; ids and counts become numbers.
 */
export type RowReader = (row: unknown) => unknown

const int8 = 20
const unsafe = (text: string): never => {
  throw new Error(`a number beyond 2^53 came from the database: ${text}`)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : unsafe(text)
}

const timestamptz = 1184
const bool = 16
const text = 25
const date = 1082
const int8Array = 1016

type Parse = (value: string) => unknown

function parserOf(field: FieldDef): Parse {
  if (field.dataTypeID === int8) return field.name.endsWith('units') ? BigInt : wholeNumber
  if (field.dataTypeID === timestamptz) return isoDate
  if (field.dataTypeID === bool) return (value) => value === 't'
  // A day stays text, `2026-01-31`: a Date would depend on the machine's time zone.
  if (field.dataTypeID === text || field.dataTypeID === date) return (value) => value
  if (field.dataTypeID === int8Array) return (value) => splitArray(value).map(wholeNumber)
  return pg.types.getTypeParser(field.dataTypeID) as Parse
}

const splitArray = (value: string): string[] => (value === '{}' ? [] : value.slice(1, -1).split(','))

const digits = (value: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + value.charCodeAt(at) - 48
  return number
}
const thousandths = [1000, 100, 10, 1]

/**
 * Parses PostgreSQL's `2026-01-31 12:00:00.5+00` digit by digit, ten times faster than Date: a list of twenty reports has a
 * hundred of them. Other forms (longer years, other zones) are left to Date.
 */
function isoDate(value: string): Date {
  const end = value.length - 3
  const isPlain = value[0] !== '0' && value[4] === '-' && value.endsWith('+00') && end >= 19 && end <= 23
  // PostgreSQL accepts an offset of hours alone, ISO 8601 does not.
  if (!isPlain) return new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  const ms = end > 20 ? digits(value, 20, end) * (thousandths[end - 20] ?? 1) : 0
  const [hour, minute, second] = [digits(value, 11, 13), digits(value, 14, 16), digits(value, 17, 19)]
  return new Date(
    Date.UTC(digits(value, 0, 4), digits(value, 5, 7) - 1, digits(value, 8, 10), hour, minute, second, ms),
  )
}

/** Returns a reader with the columns in its code: a third faster than a loop, and V8 gives all its rows one shape. */
export function rowReader(fields: readonly FieldDef[]): RowReader {
  const members = fields.map(({ name }, index) => {
    const value = `row[${index}]`
    return `${JSON.stringify(camelCase(name))}: ${value} == null ? null : parsers[${index}](${value})`
  })
  const parsers = fields.map(parserOf)
  return new Function('parsers', `return (row) => ({${members.join(',')}})`)(parsers) as RowReader
}
