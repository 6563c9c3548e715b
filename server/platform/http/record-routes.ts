import type { FastifyContextConfig } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Id, idFromPath } from '../../values/id.ts'
import { type Page, requestedPage } from '../../values/requests/page.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { idParams, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import type { Versions } from '../../values/requests/version.ts'
import type { Ctx } from '../database/ctx.ts'
import type { Api } from './api.ts'

/** A serializer without a context, or with the currency of the installation as its context. */
type Answer<Row> = { readonly schema: TSchema; readonly serialize: (row: Row, currency: string) => unknown }
type PageAnswer<List> = {
  readonly pageSchema: TSchema
  readonly serializePage: (list: List, currency: string) => unknown
}
type Route = `${'GET' | 'POST' | 'DELETE'} /${string}`

const methodAndUrl = (route: Route) => {
  const [method = '', url = ''] = route.split(' ')
  return { method: method as 'GET', url }
}

/** Adds a route without parameters, such as `GET /balance`. */
export function ownRoute<Row>(
  api: Api,
  route: Route,
  { schema, serialize }: Answer<Row>,
  action: (ctx: Ctx) => Promise<Row>,
  config: FastifyContextConfig = {},
): void {
  api.route({
    ...methodAndUrl(route),
    schema: { response: { 200: schema } },
    config,
    handler: async ({ ctx }) => serialize(await action(ctx), ctx.config.currency),
  })
}

/** Adds a route for the record whose id is the parameter of the path, such as `POST /payouts/:id/cancel`. */
export function recordRoute<Noun extends string, Row>(
  api: Api,
  route: Route,
  { schema, serialize }: Answer<Row>,
  action: (ctx: Ctx, id: Id<Noun>, versions: Versions) => Promise<Row>,
  config: FastifyContextConfig = {},
): void {
  const name = idIn(route)
  api.route({
    ...methodAndUrl(route),
    schema: { params: idParams(name), response: { 200: schema } },
    config,
    handler: async ({ ctx, params, ifMatch }) =>
      serialize(await action(ctx, idFromPath<Noun>(params[name] ?? ''), ifMatch), ctx.config.currency),
  })
}

type Deciding = FastifyContextConfig & { readonly reason?: string }

/** As `recordRoute`, with a required `reason` in the body; `config.reason` describes it. */
export function reasonRoute<Noun extends string, Row>(
  api: Api,
  route: Route,
  { schema, serialize }: Answer<Row>,
  action: (ctx: Ctx, id: Id<Noun>, reason: string, versions: Versions) => Promise<Row>,
  { reason: description, ...config }: Deciding = {},
): void {
  const name = idIn(route)
  const body = Type.Object({ reason: reasonText(description) })
  api.route({
    ...methodAndUrl(route),
    schema: { params: idParams(name), body, response: { 200: schema } },
    config,
    handler: async ({ ctx, params, body, ifMatch }) =>
      serialize(
        await action(ctx, idFromPath<Noun>(params[name] ?? ''), reasonOf(body.reason), ifMatch),
        ctx.config.currency,
      ),
  })
}

const idIn = (route: Route): string => /:(\w+)/.exec(route)?.[1] ?? ''

/** Adds a list in pages. `list` names it in its cursors. */
export function pageRoute<List>(
  api: Api,
  url: string,
  list: string,
  { pageSchema, serializePage }: PageAnswer<List>,
  action: (ctx: Ctx, page: Page) => Promise<List>,
): void {
  const schema = { querystring: Type.Object(pageQuery), response: { 200: pageSchema } }
  api.get(url, { schema }, async ({ ctx, query }) =>
    serializePage(await action(ctx, requestedPage(ctx.secretKey, query, list)), ctx.config.currency),
  )
}

/** As `pageRoute`, with the filter `status` by these statuses; `byDefault` are those without it. */
export function statusPageRoute<List, Default extends readonly string[] | undefined = undefined>(
  api: Api,
  url: string,
  list: string,
  { pageSchema, serializePage }: PageAnswer<List>,
  action: (ctx: Ctx, status: readonly string[] | Default, page: Page) => Promise<List>,
  statuses: readonly string[],
  byDefault?: Default,
): void {
  const schema = {
    querystring: Type.Object({ ...pageQuery, status: oneOrMore(statuses) }),
    response: { 200: pageSchema },
  }
  api.get(url, { schema }, async ({ ctx, query }) => {
    const status = query.status ?? (byDefault as Default)
    return serializePage(
      await action(ctx, status, requestedPage(ctx.secretKey, query, list, { status })),
      ctx.config.currency,
    )
  })
}
