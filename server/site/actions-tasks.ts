import { listCategories } from '../catalog/actions.ts'
import { openPublicOffer } from '../executions/offer-detail/actions-public.ts'
import type { PublicOffer } from '../executions/offer-detail.ts'
import { admissionOf } from '../offers/audience.ts'
import { freshOfferIndex, isFreshAt, syncOf } from '../offers/offer-index/actions.ts'
import { type Item, itemsAt } from '../offers/offer-index/actions-items.ts'
import { countAll, findPage, type OfferIndex, prepareQuery } from '../offers/offer-index/offer-index.ts'
import { everything } from '../offers/offer-index/query.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../values/bounded-map.ts'
import type { Id } from '../values/id.ts'
import { localName } from '../values/language.ts'
import { bytesOfEncoded } from '../values/utf8.ts'
import type { SiteLanguage } from './site.ts'

/** Visitors see the newest tasks; whoever wants all of them signs in. */
export const tasksPerPage = 6
export const taskPagesMax = 20

/** How long visitors see the same list, in milliseconds. */
const cachedMs = 10_000
const cachedPagesMax = 500

export type PublicTask = {
  readonly id: number
  readonly title: string
  readonly contentLanguage: string
  readonly type: string
  readonly offerCategoryId: number
  readonly rewardPerAction: number
  readonly currency: string
  readonly reservationDurationSeconds: number
}

export type TaskCategory = { readonly id: number; readonly name: string; readonly taskCount: number }

export type PublicTasks = {
  readonly items: readonly PublicTask[]
  readonly totalCount: number
  readonly page: number
  readonly pageCount: number
  readonly categories: readonly TaskCategory[]
}

export type TasksRequest = {
  readonly category: number | undefined
  readonly page: number
  readonly language: SiteLanguage
}

type Cached = { readonly readAt: number; readonly tasks: Promise<PublicTasks> }
const cachedPages = memoizePerObject((_db: Database) => boundedMap<string, Cached>(cachedPagesMax))

/** Returns a page of the open tasks for visitors. All visitors share one result for a few seconds. */
export function listPublicTasks(ctx: PublicContext, request: TasksRequest): Promise<PublicTasks> {
  const { clock } = syncOf(ctx.db)
  const pages = cachedPages(ctx.db)
  const key = `${request.category} ${request.page} ${request.language}`
  const known = pages.get(key)
  if (known && isFreshAt(clock(), known.readAt, cachedMs)) return known.tasks
  const tasks = readTasks(ctx, request)
  pages.set(key, { readAt: clock(), tasks })
  tasks.catch(() => pages.delete(key))
  return tasks
}

export type PublicContext = Pick<Ctx, 'db' | 'config' | 'secretKey'>

/** Returns an open task for visitors. Throws OfferNotFound, also for tasks by invitation. */
export const openPublicTask = (ctx: PublicContext, id: Id<'offer'>): Promise<PublicOffer> => openPublicOffer(ctx, id)

async function readTasks(ctx: PublicContext, { category, page, language }: TasksRequest): Promise<PublicTasks> {
  const sync = syncOf(ctx.db)
  const [offerIndex, rows] = await Promise.all([
    freshOfferIndex(sync, ctx.config.listLagMs),
    listCategories({ db: ctx.db, by: 'Local' }),
  ])
  const filter = { ...everything, eligibleAudiences: publicAudiences(offerIndex) }
  const categories = rows
    .map(({ id, names }) => {
      const taskCount = countAll(offerIndex, prepareQuery(offerIndex, { ...filter, category: id }))
      return { id, name: localName(names, language), taskCount }
    })
    .filter(({ taskCount }) => taskCount > 0)
  const offset = (page - 1) * tasksPerPage
  const search = { filter: { ...filter, category }, offset, after: undefined, limit: tasksPerPage }
  const { total, positions } = findPage(offerIndex, search)
  const items = await itemsAt(sync, positions, {
    lagMs: ctx.config.listLagMs,
    locale: language,
    secretKey: ctx.secretKey,
  })
  return {
    items: items.flatMap((item) => (item ? taskOf(item) : [])),
    totalCount: total,
    page,
    pageCount: Math.min(taskPagesMax, Math.max(1, Math.ceil(total / tasksPerPage))),
    categories,
  }
}

/** Returns one byte for each audience of the index: 0 for tasks by invitation, which only the invited see. */
const publicAudiences = ({ kinds }: OfferIndex): Uint8Array =>
  Uint8Array.from(kinds.audiences, (audience) => (admissionOf(audience).allowList === null ? 1 : 0))

/** Picks the public members of a list item, which is kept as JSON. */
function taskOf({ start }: Item): PublicTask {
  const { id, title, contentLanguage, type, offerCategoryId, rewardPerAction, currency, reservationDurationSeconds } =
    JSON.parse(`${bytesOfEncoded(start)}}`)
  return { id, title, contentLanguage, type, offerCategoryId, rewardPerAction, currency, reservationDurationSeconds }
}
