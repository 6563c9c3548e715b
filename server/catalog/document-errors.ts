import type { ErrorObject } from 'ajv/dist/2020.js'
import { escapePointer, type FieldError } from '../values/problems/problem.ts'
import { type Sentence, violationRu } from '../values/sentences.ts'

const documentDepthMax = 20

/** Returns an error at a JSON pointer (RFC 6901). */
export const errorAt = (pointer: string, code: string, detail: Sentence): FieldError => ({
  pointer: `#${pointer}`,
  field: pointer.slice(1).split('/').map(unescapePointer).join('.'),
  code,
  detail,
})

/** Returns a keyword as an error code: `maxLength` becomes `max_length`. */
export const codeOf = (keyword: string): string => keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Returns a sentence on what the place must be. */
export function detailOf(error: Pick<ErrorObject, 'keyword' | 'params' | 'message'>): Sentence {
  const { message = 'is not valid' } = error
  return { en: ownTextOf(error) ?? capitalized(message), ru: capitalized(violationRu(error), '') }
}

function ownTextOf({ keyword, params }: Pick<ErrorObject, 'keyword' | 'params'>): string | undefined {
  if (keyword === 'required') return 'Is missing.'
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return 'Is not a member that this task type knows.'
  if (keyword === 'const') return `Must be ${JSON.stringify(params.allowedValue)}.`
  if (keyword === 'enum') return `Must be one of ${JSON.stringify(params.allowedValues)}.`
  return undefined
}

export const capitalized = (text: string, end = '.'): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`

export const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Returns the pointer where a value exceeds this many levels of nesting; undefined if none does. Stops there, so hostile nesting costs no
 * more than the limit.
 */
export function tooDeep(value: unknown, levels: number, pointer = ''): string | undefined {
  if (!isBranch(value)) return undefined
  if (levels === 0) return pointer
  for (const [name, child] of Object.entries(value)) {
    const deep = tooDeep(child, levels - 1, `${pointer}/${escapePointer(name)}`)
    if (deep !== undefined) return deep
  }
  return undefined
}

// PostgreSQL stores neither NUL nor lone surrogates, and most readers mishandle a member named __proto__.
export function textErrors(document: unknown): FieldError[] {
  const deep = tooDeep(document, documentDepthMax)
  if (deep !== undefined)
    return [
      errorAt(deep, 'depth', {
        en: `A catalog nests at most ${documentDepthMax} levels.`,
        ru: `В каталоге не больше ${documentDepthMax} уровней вложенности.`,
      }),
    ]
  return unsoundText(document, '')
}

const isSound = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function unsoundText(value: unknown, pointer: string): FieldError[] {
  if (typeof value === 'string')
    return isSound(value)
      ? []
      : [
          errorAt(pointer, 'text', {
            en: 'Must be whole Unicode characters without NUL.',
            ru: 'Должно состоять из целых символов Unicode, без NUL.',
          }),
        ]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const here = `${pointer}/${escapePointer(name)}`
    const isName = name !== '__proto__' && isSound(name)
    return isName
      ? unsoundText(child, here)
      : [errorAt(here, 'name', { en: 'No member may have this name.', ru: 'Так нельзя назвать ни один элемент.' })]
  })
}
