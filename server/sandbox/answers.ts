import type { JsonSchema } from '../catalog/catalog.ts'
import type { AskedWork } from '../executions/page-work/page-work.ts'
import { answerRules, completeSchema, type Field, fieldsOf, inputOf } from '../offers/pages/answer-schema.ts'
import { sampleOf } from './sample.ts'

type Json = Readonly<Record<string, unknown>>
type Work = { readonly isGood: boolean; readonly text: string }

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an answer for each item, or one in all: right for good work, wrong otherwise. */
export const answersFor = ({ page, items }: AskedWork, work: Work): readonly Json[] =>
  (items ?? [{ data: {} }]).map(({ data, ...named }) => ({
    ...named,
    value: answerOf(page?.answerSchema ?? { type: 'object' }, data, work),
  }))

/**
 * Returns a value of the schema. The item's data may say in `expected` what is right: members of the answer, or the value of its first
 * member, also as a text, as CSV files have it. Without it, the first value of a choice is right, and the last is wrong.
 */
export function answerOf(schema: JsonSchema, { expected }: Json, { isGood, text }: Work): Json {
  const complete = completeSchema(schema)
  const sample = sampleOf(complete, text)
  const fields = fieldsOf(complete)
  const generated: Json = Object.fromEntries([
    ...(isRecord(sample) ? Object.entries(sample) : []),
    ...fields.filter(([, field]) => field['x-input'] === 'spans').map(([name]) => [name, firstCharacter(sample, name)]),
  ])
  const hinted = { ...generated, ...hintsOf(fields, expected) }
  const right = answerRules(schema)(hinted, '').length === 0 ? hinted : generated
  if (isGood) return right
  const wrong = Object.fromEntries(fields.map(([name, field]) => [name, wrongOf(field, right[name])]))
  return { ...right, ...wrong }
}

/** A span ends after its start, which no schema says. */
function firstCharacter(sample: unknown, name: string): unknown {
  const marks = isRecord(sample) ? (sample[name] as readonly Json[] | undefined) : undefined
  return marks?.map((mark) => ({ ...mark, start: 0, end: 1 }))
}

function hintsOf(fields: readonly [string, Field][], expected: unknown): Json {
  if (isRecord(expected)) return expected
  const [first] = fields
  return expected === undefined || first === undefined ? {} : { [first[0]]: typed(first[1], expected) }
}

/** Returns the value of a cell as its field has it. */
function typed(field: Field, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  if (field.type === 'boolean') return cell === 'true' ? true : cell === 'false' ? false : cell
  const isNumber = inputOf(field) === 'number' || inputOf(field) === 'rating'
  return isNumber && cell.trim() !== '' ? Number(cell) : cell
}

/** Returns another value of a choice or number; other values are careless already. */
function wrongOf(field: Field, right: unknown): unknown {
  if (Array.isArray(field.enum)) return field.enum.findLast((each) => each !== right) ?? right
  if (typeof right === 'boolean') return !right
  if (typeof right === 'number')
    return [field.maximum, field.minimum, right + 1].find((each) => each !== undefined && each !== right)
  return right
}
