import { blank, isNamed, type Schema, type Values } from '../ui/schema/schema.ts'

type Sheet = { readonly schema: Schema; readonly values: Values }

/** Members of an answer that name what it is an answer to, and where an offer's details list those. */
const subjects = [
  { member: 'question', list: 'questions' },
  { member: 'id', list: 'items' },
  { member: 'item', list: 'items' },
] as const

/**
 * What an executor is asked, as a form of its own: where the offer lists questions or items, there is an answer to fill in for
 * each of them, and where it names labels or a scale, those are what there is to choose from.
 */
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

/** What an item shows, where it is more than its name. */
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
