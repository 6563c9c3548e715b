import { isRecord } from '../ui/schema/schema.ts'

/** The kinds of fields that the builder can make. */
export const fieldKinds = ['text', 'longText', 'number', 'integer', 'choice', 'boolean', 'url'] as const
export type FieldKind = (typeof fieldKinds)[number]

export type Property = Readonly<Record<string, unknown>>
export type BuilderField = {
  readonly key: string
  readonly property: Property
  readonly isRequired: boolean
  /** Undefined if the builder has no such kind. */
  readonly kind: FieldKind | undefined
  /** Keywords of the property that the builder does not show. They are kept. */
  readonly otherKeywords: readonly string[]
}

/** Texts with a longer maximum get a field of several lines. */
const lineLengthMax = 300
const webAddress = '^https?://'

const templates: Readonly<Record<FieldKind, Property>> = {
  text: { type: 'string', maxLength: 200 },
  longText: { type: 'string', maxLength: 5_000 },
  number: { type: 'number' },
  integer: { type: 'integer' },
  choice: { type: 'string', enum: ['Option 1', 'Option 2'] },
  boolean: { type: 'boolean' },
  url: { type: 'string', format: 'uri', pattern: webAddress, maxLength: 2_000 },
}

const labelKeywords = ['title', 'titles', 'description']
const ownKeywords: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ['type', 'minLength', 'maxLength'],
  longText: ['type', 'minLength', 'maxLength'],
  number: ['type', 'minimum', 'maximum'],
  integer: ['type', 'minimum', 'maximum'],
  choice: ['type', 'enum'],
  boolean: ['type'],
  url: ['type', 'format', 'pattern', 'minLength', 'maxLength'],
}

function kindOf(property: Property): FieldKind | undefined {
  const { type, enum: options, format, pattern, maxLength } = property
  if (options !== undefined)
    return type === 'string' && Array.isArray(options) && options.every((each) => typeof each === 'string')
      ? 'choice'
      : undefined
  if (type === 'boolean' || type === 'number' || type === 'integer') return type
  if (type !== 'string') return undefined
  if (format === 'uri') return pattern === undefined || pattern === webAddress ? 'url' : undefined
  if (format !== undefined || pattern !== undefined) return undefined
  return typeof maxLength === 'number' && maxLength <= lineLengthMax ? 'text' : 'longText'
}

const propertiesOf = (schema: Property): Property => (isRecord(schema.properties) ? schema.properties : {})
const requiredOf = (schema: Property): readonly unknown[] => (Array.isArray(schema.required) ? schema.required : [])

/** Returns the fields of a schema in their order. */
export function fieldsOf(schema: Property): BuilderField[] {
  const required = requiredOf(schema)
  return Object.entries(propertiesOf(schema)).map(([key, value]) => {
    const property = isRecord(value) ? value : {}
    const kind = kindOf(property)
    const known = [...labelKeywords, ...(kind ? ownKeywords[kind] : [])]
    return {
      key,
      property,
      isRequired: required.includes(key),
      kind,
      otherKeywords: Object.keys(property).filter((name) => !known.includes(name)),
    }
  })
}

/** Returns the schema with these fields. All of its other keywords stay. */
export function withFields(schema: Property, fields: readonly BuilderField[]): Property {
  const before = propertiesOf(schema)
  // A property that is not an object, such as `true`, stays as it is.
  const entries = fields.map(
    ({ key, property }) => [key, isRecord(before[key] ?? {}) ? property : before[key]] as const,
  )
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    required: fields.filter(({ isRequired }) => isRequired).map(({ key }) => key),
  }
}

const rootKeywords = ['$schema', 'type', 'title', 'description', 'properties', 'required', 'additionalProperties']

/** Returns the keywords of a schema that the builder does not show, such as `allOf`. */
export const otherRules = (schema: Property): string[] =>
  Object.keys(schema).filter((name) => !rootKeywords.includes(name))

/** Returns the property as another kind, with its labels. */
export const asKind = (property: Property, kind: FieldKind): Property => ({
  ...Object.fromEntries(Object.entries(property).filter(([name]) => labelKeywords.includes(name))),
  ...templates[kind],
})

/** Sets a keyword; without a value, removes it. */
export const withKeyword = (property: Property, name: string, value: unknown): Property =>
  value === undefined || value === ''
    ? Object.fromEntries(Object.entries(property).filter(([other]) => other !== name))
    : { ...property, [name]: value }

const titlesOf = ({ titles }: Property): Property => (isRecord(titles) ? titles : {})

/** The languages of a property's labels; `title` is the English one. */
export const languagesOf = (property: Property): string[] => Object.keys(titlesOf(property))

export const labelIn = (property: Property, language: string): string =>
  String((language === 'en' ? property.title : titlesOf(property)[language]) ?? '')

export function withLabel(property: Property, language: string, label: string): Property {
  if (language === 'en') return withKeyword(property, 'title', label)
  const titles = withKeyword(titlesOf(property), language, label)
  return withKeyword(property, 'titles', Object.keys(titles).length > 0 ? titles : undefined)
}

/** Whether the text can be the key of a new field. */
export const isNewKey = (key: string, schema: Property): boolean =>
  /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(key) && !Object.hasOwn(propertiesOf(schema), key)

export const newField = (key: string): BuilderField => ({
  key,
  property: templates.text,
  isRequired: false,
  kind: 'text',
  otherKeywords: [],
})

/** Returns the list with one item moved by a place; the same list at its ends. */
export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const to = index + by
  if (to < 0 || to >= items.length) return items
  const next = [...items]
  next.splice(to, 0, ...next.splice(index, 1))
  return next
}
