import { fieldsOf } from '../../offers/pages/answer-schema.ts'
import type { Page } from '../../offers/pages/page.ts'
import { readJson } from '../../platform/http/json.ts'
import type { ItemValues } from '../../values/placeholders/placeholders.ts'
import { bodyError, Problem, ValidationError } from '../../values/problems/problem.ts'
import type { Draft } from './page-work.ts'

/** Members of a form that are not members of the answer. */
const ownNames = ['task', 'taskAnswer', 'taskSkipped']

/**
 * Returns the answer in the fields of an HTML form: `taskSkipped`, `taskAnswer` as JSON, or one field for each member. By the rules of
 * JSON bodies, so that it can be stored.
 */
export function draftOfForm(fields: URLSearchParams, answerSchema: Page['answerSchema']): Draft {
  const whole = fields.get('taskAnswer')
  if (whole !== null && !fields.has('taskSkipped')) return { value: parsed(whole) as ItemValues }
  return readJson(Buffer.from(JSON.stringify(fieldsAsDraft(fields, answerSchema)))) as Draft
}

function fieldsAsDraft(fields: URLSearchParams, answerSchema: Page['answerSchema']): Draft {
  const skipped = fields.get('taskSkipped')
  if (skipped !== null) return { skipped }
  const types = new Map(fieldsOf(answerSchema).map(([name, { type, enum: values }]) => [name, { type, values }]))
  const given = Map.groupBy(fields, ([name]) => name)
  for (const name of ownNames) given.delete(name)
  return {
    value: Object.fromEntries(
      [...given].flatMap(([name, same]) => {
        const { type, values } = types.get(name) ?? {}
        const typed = same.map(([, text]) => typedValue(text, type, values))
        return typed[0] === undefined ? [] : [[name, type === 'array' ? typed : typed[0]]]
      }),
    ),
  }
}

function parsed(text: string): unknown {
  try {
    return readJson(Buffer.from(text))
  } catch (error) {
    if (error instanceof Problem && error.errors.length > 0) throw error
    throw ValidationError([bodyError('taskAnswer', 'json', { en: 'must be JSON.', ru: 'должно быть JSON.' })])
  }
}

/** Returns the value that a text in a form stands for; undefined for an empty field that is no text. */
function typedValue(text: string, type: unknown, values: unknown): unknown {
  if (Array.isArray(values)) return values.find((value) => String(value) === text) ?? text
  if (type === undefined || type === 'string' || type === 'array') return text
  if (text.trim() === '') return undefined
  if (type === 'boolean') return text === 'true' || text === 'on' ? true : text === 'false' ? false : text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
