import { emptyValue, isRecord, type Schema, type Values } from '../ui/schema/schema.ts'

type AnswerForm = { readonly schema: Schema; readonly values: Values }

/** The members of an answer that name its subject, and the list of subjects in the offer's details. */
const subjects = [
  { member: 'question', list: 'questions' },
  { member: 'id', list: 'items' },
  { member: 'item', list: 'items' },
] as const

/** Returns the executor's form: one answer for each question or item that the offer lists, with its labels or scale as choices. */
export function answerFormFor(schema: unknown, details: Values): AnswerForm {
  const shape: Schema = isRecord(schema) ? schema : {}
  const fields = Object.entries(shape.properties ?? {}).map(
    ([name, each]) => [name, ...fieldFor(each, details)] as const,
  )
  return {
    schema: { ...shape, properties: Object.fromEntries(fields.map(([name, each]) => [name, each])) },
    values: Object.fromEntries(fields.map(([name, , value]) => [name, value])),
  }
}

function fieldFor(schema: Schema, details: Values): readonly [Schema, unknown] {
  const members = schema.items?.properties ?? {}
  const subject = subjects.find(({ member, list }) => member in members && Array.isArray(details[list]))
  const items = subject ? (details[subject.list] as readonly unknown[]) : []
  if (!subject || items.length === 0) return [schema, emptyValue(schema)]
  const element: Schema = { ...schema.items, properties: constrainMembers(members, subject.member, details) }
  const values = items.map((each) => ({
    ...(emptyValue(element) as Values),
    [subject.member]: isRecord(each) ? String(each.id ?? '') : String(each),
  }))
  return [{ ...schema, items: element, hints: items.map(hintFor) }, values]
}

/** Returns the text and URL of an item, if it has them. */
const hintFor = (item: unknown): string =>
  isRecord(item) ? [item.text, item.url].filter((each) => typeof each === 'string').join('\n') : ''

function constrainMembers(members: Readonly<Record<string, Schema>>, subjectMember: string, { labels, scale }: Values) {
  const bounds = isRecord(scale) ? scale : {}
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]): [string, Schema] => {
      if (name === subjectMember) return [name, { ...schema, readOnly: true }]
      if (name === 'label' && Array.isArray(labels)) return [name, { ...schema, enum: labels }]
      if (name !== 'score') return [name, schema]
      const [minimum, maximum] = [bounds.min, bounds.max]
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
