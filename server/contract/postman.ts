import type { Document, OperationObject, Parameter, Paths, Reference } from './document.ts'

/* A Postman collection (format 2.1.0), which other HTTP clients import too. */

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Group = { readonly name: string; readonly document: Document; readonly base: string; readonly token: string }
type Urls = { readonly publicUrl: string; readonly apiUrl: string }
type Method = Uppercase<string>
type Request = { readonly method: Method; readonly path: string; readonly operation: OperationObject }

/** Returns the collection of both groups. Its variables are the addresses and the credentials. */
export const postmanCollection = (a: Document, b: Document, { publicUrl, apiUrl }: Urls): object => ({
  info: { name: 'Task Marketplace', description: b.info.description, schema },
  variable: [
    { key: 'baseUrl', value: publicUrl },
    { key: 'apiUrl', value: apiUrl },
    { key: 'apiKey', value: '' },
    { key: 'accessToken', value: '' },
  ],
  item: [
    folderOf({ name: 'Group B, with an API key', document: b, base: '{{apiUrl}}', token: '{{apiKey}}' }),
    folderOf({ name: 'Group A, with an access token', document: a, base: '{{baseUrl}}', token: '{{accessToken}}' }),
  ],
})

function folderOf({ name, document, base, token }: Group): object {
  const requests = requestsOf(document.paths).filter(({ path }) => !path.startsWith('/console/'))
  const folders = document.tags.map(({ name: tag, description }) => ({
    name: tag,
    description,
    item: requests
      .filter(({ operation }) => operation.tags?.[0] === tag)
      .map((request) => itemOf(request, base, document)),
  }))
  return {
    name,
    auth: { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] },
    item: folders.filter(({ item }) => item.length > 0),
  }
}

const requestsOf = (paths: Paths): Request[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase() as Method, path, operation })),
  )

function itemOf({ method, path, operation }: Request, base: string, document: Document): object {
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(one, document))
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const segments = path.slice(1).split('/')
  const url = {
    raw: `${base}/${segments.join('/').replace(/\{(\w+)\}/g, ':$1')}`,
    host: [base],
    path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
    // Filters are offered, not sent.
    query: inQuery.map(({ name, description = '' }) => ({ key: name, value: '', description, disabled: true })),
    variable: inPath.map(({ name, description = '' }) => ({ key: name, value: '', description })),
  }
  const { summary, description } = operation
  return { name: summary, request: { method, url, description, header: [], ...bodyOf(operation, document) } }
}

function bodyOf({ requestBody }: OperationObject, document: Document): object {
  const { 'application/json': json, 'multipart/form-data': form, 'text/csv': file } = requestBody?.content ?? {}
  if (form) return { body: { mode: 'formdata', formdata: [{ key: 'files', type: 'file', src: [] }] } }
  if (file) return { body: { mode: 'file', file: { src: '' } } }
  const [example] = Object.values(json?.examples ?? {})
  if (!example) return {}
  const { value } = resolved<{ readonly value: unknown }>(example, document)
  return { body: { mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } } }
}

/** Returns the value, or the component that it refers to. */
function resolved<Value>(value: object, { components }: Document): Value {
  if (!('$ref' in value)) return value as Value
  const [kind = '', name = ''] = (value as Reference).$ref.split('/').slice(-2)
  return components[kind]?.[name] as Value
}
