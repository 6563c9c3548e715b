import { bodyTypesOf } from '../platform/http/bodies.ts'
import type { Examples, OperationDocs } from '../values/requests/operation.ts'
import {
  type Content,
  type Document,
  hoistNamed,
  mapValues,
  type OperationObject,
  type Paths,
  type Reference,
  type RequestBody,
  type Response,
  refTo,
  type Schema,
} from './document.ts'
import { describeMembers } from './members.ts'
import type { Operation } from './operations.ts'
import { parametersOf, sharedParameters } from './parameters.ts'
import {
  isChanging,
  problemAnswers,
  problemExamples,
  problemSchemas,
  sharedAnswers,
  sharedHeaders,
} from './problem-answers.ts'
import { shownOperation } from './schemas.ts'

/** The parts that differ between the documents: title, description, server, and the path prefix in the server's URL. */
export type Part = {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly server: { readonly url: string; readonly description: string }
  readonly prefix: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly publicUrl: string
  readonly schemes: Readonly<Record<string, object>>
}

/** Returns the OpenAPI document of these operations and webhooks. */
export function documentOf(part: Part, operations: readonly Operation[], webhooks: Paths): Document {
  const schemas: Record<string, unknown> = {}
  const described = operations.map((operation) => ({
    ...operation,
    generated: hoistNamed(shownIn(operation), schemas) as OperationObject,
  }))
  const sent = mapValues(webhooks, (item) => hoistNamed(item, schemas)) as Paths
  return {
    openapi: '3.1.1',
    info: { title: part.title, version: part.version, description: part.description, license },
    servers: [part.server],
    tags: part.tags,
    paths: pathsOf(described, part.prefix),
    ...(Object.keys(sent).length > 0 ? { webhooks: sent } : {}),
    components: {
      schemas: { ...schemas, ...problemSchemas(operations) },
      responses: sharedAnswers(),
      parameters: sharedParameters,
      headers: sharedHeaders,
      examples: problemExamples(part.publicUrl, operations),
      securitySchemes: part.schemes,
    } as Document['components'],
  }
}

const shownIn = ({ generated, docs }: Operation): OperationObject =>
  shownOperation(describeMembers(generated) as OperationObject, docs?.id ?? '')

const license = { name: 'Apache License 2.0', identifier: 'Apache-2.0' }

function pathsOf(operations: readonly Operation[], prefix: string): Paths {
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const operation of operations) {
    const path = operation.path.slice(prefix.length)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) }
  }
  return paths
}

function operationObject(operation: Operation): OperationObject {
  const { docs } = operation
  const body = bodyOf(operation)
  const { text, security } = securityOf(operation)
  return {
    ...(docs ? { operationId: docs.id, tags: [docs.tag], summary: docs.summary } : {}),
    description: [docs?.about ?? [], text].flat().join('\n\n'),
    security,
    parameters: parametersOf(operation),
    ...(body ? { requestBody: body } : {}),
    responses: { ...successes(operation), ...problemAnswers(operation) },
  }
}

/** Returns the security requirement in words and as OpenAPI objects. */
function securityOf({ requirement }: Operation): { text: string; security: Readonly<Record<string, string[]>>[] } {
  const { credential, role = 'Any', scope } = requirement ?? {}
  if (credential === 'AccessToken')
    return { text: `Requires an access token with the role \`${role}\`.`, security: [{ accessToken: [role] }] }
  if (credential === 'ApiKey')
    return scope
      ? { text: `Requires an API key with the scope \`${scope}\`.`, security: [{ apiKey: [scope] }] }
      : { text: 'Requires an API key; every scope is enough.', security: [{ apiKey: [] }] }
  if (credential === 'Session') {
    const ofRole = role === 'Any' ? '' : ` with the role \`${role}\``
    return { text: `Requires a console session${ofRole}.`, security: [{ session: [] }] }
  }
  const text = 'Requires a credential of either group, or a signed link.'
  return { text, security: requirement ? [{ accessToken: [] }, { apiKey: ['reports:read'] }] : [] }
}

const withExamples = (content: Content, examples: Examples | undefined): Content =>
  mapValues(content, ({ schema }) => ({
    schema,
    ...(examples ? { examples: mapValues(examples, (value) => ({ value })) } : {}),
  }))

/** Every media type in which a body is accepted. */
const inAllTypes = (content: Content, method: string): Content =>
  Object.fromEntries(bodyTypesOf(method).flatMap((type) => Object.values(content).map((media) => [type, media])))

function bodyOf({ generated, docs, method }: Operation): RequestBody | undefined {
  if (docs?.form) return { required: true, content: { 'multipart/form-data': { schema: docs.form } } }
  if (docs?.bodyFiles) return { required: true, content: filesOf(docs.bodyFiles) }
  if (!generated.requestBody) return undefined
  const content = withExamples(inAllTypes(generated.requestBody.content, method), docs?.body)
  // A body that may be null may also be omitted.
  const isOptional = Object.values(content).some(({ schema }) =>
    [schema['anyOf']].flat().some((each) => (each as Schema | undefined)?.['type'] === 'null'),
  )
  return { required: !isOptional, content }
}

function successes(operation: Operation): Record<string, Response> {
  const { generated, docs } = operation
  const answers = Object.entries(generated.responses) as [string, Response][]
  return Object.fromEntries(
    answers.map(([status, { content }]) => {
      const body = docs?.files
        ? filesOf(docs.files)
        : content && { ...withExamples(content, docs?.answers[Number(status)]), ...filesOf(docs?.alsoAs ?? []) }
      const description = status === '201' ? 'Made' : status === '202' ? 'Begun' : 'Done'
      return [status, { description, headers: headersOf(operation, status), ...(body ? { content: body } : {}) }]
    }),
  )
}

const filesOf = (types: NonNullable<OperationDocs['files']>): Content =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

function headersOf(operation: Operation, status: string): Record<string, Reference> {
  const names = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (operation.tagged.includes(status)) names.push('ETag')
  if (status === '201') names.push('Location')
  if (isChanging(operation)) names.push('Idempotency-Replayed')
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]))
}
