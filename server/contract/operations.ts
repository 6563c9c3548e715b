import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import type { Requirement } from '../platform/database/ctx.ts'
import type { Api } from '../platform/http/api.ts'
import { taggedStatuses } from '../platform/http/preconditions.ts'
import type { Docs, OperationDocs } from '../values/requests/operation.ts'
import type { OperationObject, Paths } from './document.ts'

/** An operation: its route, its requirement, the OpenAPI object generated from its schemas, and its documentation. */
export type Operation = {
  /** `POST /v1/tasks/:id`. */
  readonly route: string
  readonly method: string
  /** `/v1/tasks/{id}`. */
  readonly path: string
  readonly requirement: Requirement | undefined
  /** For operator operations: the kind of record whose owner is concerned. */
  readonly concerns: string | undefined
  /** Whether it compares the version of the record with `If-Match`. */
  readonly ifMatch: boolean
  /** The statuses with which it returns a versioned record, and so an `ETag`. */
  readonly tagged: readonly string[]
  readonly generated: OperationObject
  /** Undefined if it is not documented; a test lists such operations. */
  readonly docs: OperationDocs | undefined
}

/** Records the routes added from now on. Call the returned function when all of them exist. */
export function watchOperations(api: Api, docs: readonly Docs[]): () => Operation[] {
  const routes: RouteOptions[] = []
  const known = new Map(docs.flatMap((each) => Object.entries(each)))
  // OpenAPI 3.1 uses JSON Schema 2020-12, so the schemas need no conversion.
  api.register(swagger, { openapi: { openapi: '3.1.1' }, stripBasePath: false, convertConstToEnum: false })
  api.addHook('onRoute', (route) => {
    if (!isHead(route)) routes.push(route)
  })
  return () => {
    const paths = (api as unknown as { swagger(): { paths: Paths } }).swagger().paths
    return routes.flatMap((route) => {
      const name = `${methodOf(route)} ${route.url}`
      return isHidden(route) ? [] : [operationOf(name, route, paths, known.get(name))]
    })
  }
}

const methodOf = ({ method }: RouteOptions): string => [method].flat()[0] ?? ''
// Fastify adds a HEAD route to every GET.
const isHead = (route: RouteOptions): boolean => methodOf(route) === 'HEAD'
const isHidden = ({ schema }: RouteOptions): boolean => schema?.hide === true

function operationOf(name: string, route: RouteOptions, paths: Paths, docs: OperationDocs | undefined): Operation {
  const method = methodOf(route)
  const path = route.url.replace(/:(\w+)/g, '{$1}')
  const generated = paths[path]?.[method.toLowerCase()]
  if (!generated) throw new Error(`the contract has no ${name}`)
  const { requirement, concerns, ifMatch = false } = route.config ?? {}
  return { route: name, method, path, requirement, concerns, ifMatch, tagged: taggedStatuses(route), generated, docs }
}
