import type { OperationDocs } from '../values/requests/operation.ts'
import { type Parameter, type Reference, refTo, type Schema } from './document.ts'
import type { Operation } from './operations.ts'
import { isChanging } from './problem-answers.ts'
import { shownSchema, withFormat } from './schemas.ts'

/** Descriptions of parameters whose schema has none. */
const descriptions: Readonly<Record<string, string>> = {
  offerId: 'The id of the offer',
  reservationId: 'The id of the reservation',
  itemId: 'The id of the item; 0 without items',
  depositId: 'The id of the deposit',
  templateId: 'The id of the template',
  name: 'The name of the file, the last part of its url',
  Search: 'Part of the title in any language',
  OfferCategoryId: 'Filter by category',
  OfferPlatformId: 'Filter by platform',
  MinReward: 'Minimum reward',
  MaxReward: 'Maximum reward',
  offerCategoryId: 'Filter by category',
  offerPlatformId: 'Filter by platform',
  offerPriceId: 'Filter by price',
  externalId: 'Filter by externalId',
  taskExternalId: 'Filter by the externalId of the task',
  executorId: 'Filter by executor',
  hasDispute: 'Filter by reports with or without a dispute',
  accountId: 'The id of the account',
  deliveryId: 'The id of the delivery',
  importId: 'The id of the import',
  minAge: 'Minimum age in full years',
  maxAge: 'Maximum age in full years, inclusive',
  gender: 'Any, Male or Female; default Any',
  minExecutorLevel: 'Minimum level of the executors',
}

const longId: Schema = { type: 'integer', format: 'int64', minimum: 1 }
const isPlainText = ({ type, pattern }: Schema): boolean => type === 'string' && pattern === undefined

/** The server accepts any text as a path id, to answer 404 for invalid ones; the documents say that it is an integer. */
const schemaOf = ({ in: place, name, schema }: Parameter): Schema =>
  place === 'path' && /id$/i.test(name) && isPlainText(schema)
    ? longId
    : oneOrMore(withFormat(shownSchema(schema, name, 'request'), name))

/** A list of values may also be one value. */
function oneOrMore(schema: Schema): Schema {
  if (schema['type'] !== 'array') return schema
  const { description, ...list } = schema
  return { anyOf: [list['items'], list], ...(description ? { description } : {}) }
}

const idOf = (path: string): string => `The id of the ${path.split('/{')[0]?.split('/').at(-1)?.replace(/s$/, '')}`

function described(parameter: Parameter, path: string): Parameter {
  const { name, in: place, required } = parameter
  const description = parameter.description ?? (name === 'id' ? idOf(path) : descriptions[name])
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    ...(description ? { description } : {}),
    ...(parameter.schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: schemaOf(parameter),
  }
}

const headerParameters = ({ headers = {} }: Pick<OperationDocs, 'headers'>): Parameter[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))

export function parametersOf(operation: Operation): (Parameter | Reference)[] {
  const generated = (operation.generated.parameters ?? []) as readonly Parameter[]
  return [
    ...['path', 'query'].flatMap((place) =>
      generated.filter((each) => each.in === place).map((each) => described(each, operation.path)),
    ),
    ...headerParameters(operation.docs ?? {}),
    ...(operation.ifMatch ? [refTo('parameters', 'IfMatch')] : []),
    ...(isChanging(operation) ? [refTo('parameters', 'IdempotencyKey')] : []),
  ]
}

export const sharedParameters: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe: a request with the same key is executed once and gets the same response for 24 hours. 1 to 255 characters, quoted or bare.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the record as read, or a list of tags. Refused with `version_conflict` if the record now has another version. `*` accepts any version. Up to 1,000 characters.',
    schema: { type: 'string' },
  },
}
