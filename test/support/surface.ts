import { pino } from 'pino'
import { createApi } from '../../server/api.ts'
import type { Ctx, Requirement } from '../../server/platform/database/ctx.ts'

/** A schema as the route declares it. */
export type Schema = any

/** An operation as the server mounts it: its method and path, and what the route says of itself. */
export type Mounted = {
  readonly route: string
  readonly requirement: Requirement
  /** Of an operator operation: whose record it touches. */
  readonly concerns?: string
  /** Whether it compares the version of the record with If-Match. */
  readonly ifMatch: boolean
  readonly body?: Schema
  readonly query?: Schema
  readonly answer?: Schema
}

/** Every operation that the server offers, told by the server: a route that a table forgets is found here. */
export async function mountedRoutes(ctx: Ctx): Promise<Mounted[]> {
  const api = createApi({ ...ctx, logger: pino({ level: 'silent' }) })
  const routes: any[] = []
  api.addHook('onRoute', (route) => {
    routes.push(route)
  })
  await api.ready()
  await api.close()
  return routes.filter((route) => !route.schema?.hide && !isHead(route)).map(mounted)
}

// Read when all routes stand: what a route needs is added after it was first told.
const mounted = ({ method, url, config, schema }: any): Mounted => ({
  route: `${[method].flat()[0]} ${url}`,
  requirement: config.requirement,
  concerns: config.concerns,
  ifMatch: config.ifMatch === true,
  body: schema?.body,
  query: schema?.querystring,
  answer: schema?.response?.[200],
})

/** Every GET answers HEAD too. */
const isHead = ({ method }: any): boolean => [method].flat()[0] === 'HEAD'
