import { pino } from 'pino'
import { createApi } from '../../server/api.ts'
import type { Ctx, Requirement } from '../../server/platform/database/ctx.ts'

/** A schema as the route declares it. */
export type Schema = any

/** A mounted operation: its method, path and declarations. */
export type Mounted = {
  readonly route: string
  readonly requirement: Requirement
  /** For an operator operation: the record it affects. */
  readonly concerns?: string
  /** Whether it compares the record's version with If-Match. */
  readonly ifMatch: boolean
  readonly body?: Schema
  readonly query?: Schema
  readonly answer?: Schema
}

/** Returns every operation that the server mounts, so that tables which forget one are detected. */
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

// Evaluated after all routes are mounted, because some members are added later.
const mounted = ({ method, url, config, schema }: any): Mounted => ({
  route: `${[method].flat()[0]} ${url}`,
  requirement: config.requirement,
  concerns: config.concerns,
  ifMatch: config.ifMatch === true,
  body: schema?.body,
  query: schema?.querystring,
  answer: schema?.response?.[200],
})

/** Every GET route also serves HEAD. */
const isHead = ({ method }: any): boolean => [method].flat()[0] === 'HEAD'
