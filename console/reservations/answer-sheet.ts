import { blank, isNamed, type Schema, type Values } from '../ui/schema/schema.ts'

type Sheet = { readonly schema: Schema; readonly values: Values }

/** The members of an answer that name its subject, and the list of subjects in the offer's details. */
const subjects = [
  { member: 'question', list: 'questions' },
  { member: 'id', list: 'items' },
  { member: 'item', list: 'items' },
] as const

/** Returns the executor's form: one answer for each question or item that the offer lists, with its labels or scale as choices. */
export function sheetOf(schema: unknown, details: Values): Sheet {
  const shape: Schema = isNamed(schema) ? schema : {}
  const query = Object.entries(shape.properties ?? {}).map(([name, each]) => [name, ...askedOf(each, details)] as const)
  return {
    schema: { ...shape, properties: Object.fromEntries(query.map(([name, each]) => [name, each])) },
    values: Object.fromEntries(query.map(([name, , value]) => [name, value])),
  }
}

function askedOf(schema: Schema, details: Values): readonly [Schema, unknown] {
  const members = schema.items?.properties ?? {}
  const subject = subjects.find(({ member, list }) => member in members && Array.isArray(details[list]))
  const listed = subject ? (details[subject.list] as readonly unknown[]) : []
  if (!subject || listed.length === 0) return [schema, blank(schema)]
  const element: Schema = { ...schema.items, properties: narrowed(members, subject.member, details) }
  const values = listed.map((each) => ({
    ...(blank(element) as Values),
    [subject.member]: isNamed(each) ? String(each.id ?? '') : String(each),
  }))
  return [{ ...schema, items: element, hints: listed.map(hintOf) }, values]
}

/** Returns the text and URL of an item, if it has them. */
const hintOf = (item: unknown): string =>
  isNamed(item) ? [item.text, item.url].filter((each) => typeof each === 'string').join('\n') : ''

function narrowed(members: Readonly<Record<string, Schema>>, given: string, { labels, scale }: Values) {
  const ends = isNamed(scale) ? scale : {}
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]): [string, Schema] => {
      if (name === given) return [name, { ...schema, readOnly: true }]
      if (name === 'label' && Array.isArray(labels)) return [name, { ...schema, enum: labels }]
      if (name !== 'score') return [name, schema]
      const [minimum, maximum] = [ends.min, ends.max]
      return [
        name,
        {
          ...schema,
          ...(typeof minimum === 'number' ? { minimum } : {}),
          ...(typeof maximum === 'number' ? { maximum } : {}),
        },
      ]
    }),
  )
}
