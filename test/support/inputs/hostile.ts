import type { Schema } from '../mounted-routes.ts'

/** JSON that cannot be produced from a value, such as a number with more digits than a double holds. */
class Written {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}
export const written = (json: string): Written => new Written(json)

export function jsonOf(value: any): string {
  if (value instanceof Written) return value.json
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member)}`)
  return `{${members.join()}}`
}

/** Returns the body with another value at a path; removes the member if the value is undefined. */
export function withValue(body: any, path: readonly string[], value: unknown): any {
  const [step, ...rest] = path
  if (step === undefined) return value
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[step] = withValue(copy[step], rest, value)
  if (copy[step] === undefined) delete copy[step]
  return copy
}

/** An invalid value: its description, its path, and the field that the refusal must name. */
export type Wrong = {
  readonly what: string
  readonly path: readonly string[]
  readonly value: unknown
  readonly field: string
}

type Named = readonly (readonly [string, unknown])[]

const samples: Readonly<Record<string, unknown>> = {
  string: '3',
  integer: 3,
  number: 1.5,
  boolean: true,
  null: null,
  array: [],
  object: {},
}

const typesOf = (schema: Schema): string[] => (schema.enum ? ['string'] : [schema.type].flat())
const isA = (types: readonly string[], sample: string): boolean =>
  types.includes(sample) || (sample === 'integer' && types.includes('number'))

const otherTypes = (types: readonly string[]): Named =>
  Object.entries(samples).flatMap(([type, value]) =>
    isA(types, type) ? [] : [[`a value of type ${type}`, value] as const],
  )

const tooManyDigits: Named = [
  '9007199254740992',
  '9007199254740993',
  '9223372036854775808',
  '-9007199254740993',
  '1e400',
  '1e-400',
].map((digits) => [digits, written(digits)] as const)

function wrongNumbers({ minimum, maximum }: Schema): Named {
  const below: Named =
    minimum === undefined
      ? []
      : [
          ['less than the least', minimum - 1],
          ['-1', -1],
        ]
  const above: Named = maximum === undefined || maximum > 2 ** 50 ? [] : [['more than the most', maximum + 1]]
  const zero: Named = minimum > 0 ? [['-0', written('-0')]] : []
  return [...tooManyDigits, ...below, ...above, ...zero]
}

export const unstorable: Named = [
  ['NUL', 'a\u0000b'],
  ['a lone high surrogate', 'a\ud800'],
  ['a lone low surrogate', '\udfffa'],
  ['surrogates in the wrong order', '\udc00\ud800'],
]

function wrongTexts(schema: Schema): Named {
  const { enum: words, maxLength, minLength } = schema
  const long: Named = maxLength
    ? [
        ['one character too many', 'x'.repeat(maxLength + 1)],
        ['one emoji too many', '😀'.repeat(maxLength + 1)],
      ]
    : []
  const short: Named = minLength ? [['too short', 'x'.repeat(minLength - 1)]] : []
  const unknown: Named = words
    ? [
        ['an unknown word', 'Unknown'],
        ['the same in another case', otherCase(String(words[0]))],
        ['an empty word', ''],
      ]
    : []
  return [...unstorable, ...long, ...short, ...unknown]
}

const otherCase = (word: string): string => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase())

function wrongLists({ maxItems, uniqueItems }: Schema, [first]: readonly unknown[]): Named {
  const many = Array.from({ length: maxItems + 1 }, (_, index) => (typeof first === 'number' ? index : first))
  return [
    ...(maxItems && first !== undefined ? [['one item too many', many] as const] : []),
    ...(uniqueItems ? [['an item twice', [first, first]] as const] : []),
  ]
}

function wrongMembers({ maxProperties }: Schema, good: object): Wrong[] {
  const names: Wrong[] = unstorable.map(([what, name]) => wrongAt([String(name)], `${what} in a name`, 1, '(name)'))
  if (!maxProperties) return names
  const [member] = Object.values(good)
  const many = Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, index) => [`m${index}`, member]))
  return [...names, wrongAt([], 'one member too many', many)]
}

const wrongAt = (path: readonly string[], what: string, value: unknown, field = path.join('.')): Wrong => ({
  what,
  path,
  value,
  field,
})

/** Returns every invalid value suggested by the schema, each in an otherwise valid body. */
export function wrongValues(schema: Schema, good: any): Wrong[] {
  const types = typesOf(schema)
  const here = (list: Named) => list.map(([what, value]) => wrongAt([], what, value))
  const found = here(otherTypes(types))
  if (types.includes('integer') || types.includes('number')) found.push(...here(wrongNumbers(schema)))
  if (types.includes('string')) found.push(...here(wrongTexts(schema)))
  if (Array.isArray(good))
    found.push(...here(wrongLists(schema, good)), ...inside('0', wrongValues(schema.items, good[0])))
  else if (typeof good === 'object' && good !== null)
    found.push(...wrongMembers(schema, good), ...wrongInside(schema, good))
  return found
}

/** Invalid values for the members of the valid body and for required members. */
function wrongInside(schema: Schema, good: object): Wrong[] {
  const open = Object.values(schema.patternProperties ?? {})[0]
  const missing = (schema.required ?? []).map((name: string) => wrongAt([name], 'nothing', undefined))
  return missing.concat(
    Object.entries(good).flatMap(([name, member]) => {
      const inner = schema.properties?.[name] ?? open
      return inside(name, inner ? wrongValues(inner, member) : unstorableIn(member))
    }),
  )
}

/** Free-form members may hold anything that can be stored. */
function unstorableIn(member: unknown): Wrong[] {
  const list = typeof member === 'number' ? tooManyDigits : unstorable
  return list.map(([what, value]) => wrongAt([], what, value))
}

const inside = (step: string, list: readonly Wrong[]): Wrong[] =>
  list.map((wrong) => ({
    ...wrong,
    path: [step, ...wrong.path],
    field: wrong.field === '' ? step : `${step}.${wrong.field}`,
  }))

/** Whether the refusal names the field, a parent of it, or a child. */
export function names(body: any, field: string): boolean {
  const near = (named: string) => named === field || named.startsWith(`${field}.`) || field.startsWith(`${named}.`)
  return (body?.errors ?? []).some(
    (error: any) => near(error.field) && error.detail && error.code && error.pointer?.startsWith('#'),
  )
}
