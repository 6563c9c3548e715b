import { valuesInAnyCase } from '../values/requests/schema.ts'
import { mapValues, type OperationObject, type Response, type Schema } from './document.ts'

/** Whether the value is sent to the server or by it. */
type Direction = 'request' | 'answer'
type Properties = Readonly<Record<string, Schema>>

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const typesOf = ({ type }: Schema): unknown[] => [type].flat()
const isNullable = (schema: Schema): boolean => typesOf(schema).includes('null')
const isText = (schema: Schema): boolean =>
  schema['type'] === undefined
    ? (schema['enum'] as readonly unknown[]).every((value) => typeof value === 'string')
    : typesOf(schema).includes('string')

/**
 * Returns the schema as the contract shows it: objects have names, the known values of answers are open and those of requests
 * are closed, amounts say how exact they may be, and ids are int64. `name` is the name of a nameless object; members of objects are named after their object and themselves.
 */
export function shownSchema(schema: Schema, name: string, direction: Direction): Schema {
  const alternatives = schema['anyOf'] as readonly Schema[] | undefined
  if (alternatives) return { ...schema, anyOf: alternatives.map((each) => shownSchema(each, name, direction)) }
  if (Object.keys((schema['properties'] as Properties | undefined) ?? {}).length > 0)
    return namedObject(schema, name, direction)
  if (schema['patternProperties']) return mapOf(schema, name, direction)
  if (direction === 'request' && typeof schema['additionalProperties'] === 'object')
    return mapOf(schema, name, direction)
  if (schema['items']) return { ...schema, items: shownSchema(schema['items'] as Schema, itemName(name), direction) }
  if (schema['enum'] && isText(schema)) return direction === 'answer' ? openValues(schema) : untitled(schema)
  const values = schema[valuesInAnyCase] as readonly string[] | undefined
  if (values) return closedValues(schema, values)
  return schema['format'] === 'decimal' && direction === 'request' ? exactAmount(schema) : schema
}

/** The contract shows one spelling of each value, although the server reads every case. */
function closedValues({ [valuesInAnyCase]: _, ...schema }: Schema, values: readonly string[]): Schema {
  return { ...schema, enum: isNullable(schema) ? [...values, null] : values }
}

/** Said in words: validators divide binary numbers, and would refuse 1265.581 as no multiple of 0.0001. */
const exactAmount = ({ description, ...schema }: Schema): Schema => ({
  ...schema,
  description: [description ?? [], 'Up to four fraction digits'].flat().join('. '),
})

function namedObject(schema: Schema, name: string, direction: Direction): Schema {
  const members = schema['properties'] as Properties
  const title = (schema['title'] as string | undefined) ?? pageName(members) ?? name
  const properties = mapValues(members, (member, memberName) =>
    shownSchema(withFormat(member, memberName), `${title}${pascal(memberName)}`, direction),
  )
  // Clients must ignore members of answers that they do not know; the server refuses such members of requests.
  const isClosed = direction === 'request' && schema['additionalProperties'] === undefined
  const shown = { ...schema, type: 'object', title, properties, ...(isClosed && { additionalProperties: false }) }
  return isNullable(schema) ? { anyOf: [shown, { type: 'null' }] } : shown
}

/** A page of named records is named after them. */
function pageName({ items, nextCursor }: Properties): string | undefined {
  const record = (items?.['items'] as Schema | undefined)?.['title']
  return nextCursor && record ? `${record}Page` : undefined
}

const singulars: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/ia$/, 'ion'],
  [/s$/, ''],
]

function itemName(name: string): string {
  const [end, singular] = singulars.find(([plural]) => plural.test(name)) ?? [/$/, 'Item']
  return name.replace(end, singular)
}

/** Generators know maps by `additionalProperties` only. */
function mapOf({ patternProperties, ...schema }: Schema, name: string, direction: Direction): Schema {
  const [values = schema['additionalProperties'] as Schema] = Object.values((patternProperties as Properties) ?? {})
  return { ...schema, additionalProperties: shownSchema(values, itemName(name), direction) }
}

/** The known values and any other text: new values may come at any time. */
function openValues({ description, ...schema }: Schema): Schema {
  const values = (schema['enum'] as readonly unknown[]).filter((value) => value !== null)
  const known = { ...schema, type: 'string', enum: values }
  const others = isNullable(schema) ? [{ type: 'string' }, { type: 'null' }] : [{ type: 'string' }]
  return { ...(description ? { description } : {}), anyOf: [known, ...others] }
}

/** Requests take the known values only; the name is that of the values in answers. */
const untitled = ({ title: _, ...schema }: Schema): Schema => ({ type: 'string', ...schema })

/** Adds the format of ids: those of records, countries and events. */
export function withFormat(schema: Schema, name: string): Schema {
  if (!/^id$|^ids$|Ids?$|[sS]equence$|^sharedWith$|^sharedPayoutsWith$/.test(name)) return schema
  const formatted = typesOf(schema).includes('integer') ? { ...schema, format: 'int64' } : schema
  const items = schema['items'] as Schema | undefined
  return items && typesOf(items).includes('integer')
    ? { ...formatted, items: { ...items, format: 'int64' } }
    : formatted
}

type Contents = NonNullable<Response['content']>

const shownContent = (content: Contents, name: string, direction: Direction): Contents =>
  mapValues(content, ({ schema, ...media }) => ({ ...media, schema: shownSchema(schema, name, direction) }))

/** Returns the generated part of an operation with its schemas as the contract shows them. */
export function shownOperation(generated: OperationObject, id: string): OperationObject {
  const { requestBody, responses } = generated
  const answers = responses as Readonly<Record<string, Response>>
  return {
    ...generated,
    ...(requestBody
      ? {
          requestBody: {
            ...requestBody,
            content: shownContent(requestBody.content, `${pascal(id)}Request`, 'request'),
          },
        }
      : {}),
    responses: mapValues(answers, (answer) =>
      answer.content ? { ...answer, content: shownContent(answer.content, `${pascal(id)}Response`, 'answer') } : answer,
    ),
  }
}
