import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'
import { newItems } from './items.ts'
import { ownerOf, pick, type Verb, type WeightedVerb } from './verbs.ts'

type ItemTask = { readonly id: number; readonly owner: number; readonly items: readonly number[] | null }

type Body = (rng: Rng, items: readonly number[]) => object

/** A change of the items of a task: of those in one of these statuses. */
const onItems =
  (path: string, statuses: readonly string[], bodyOf: Body, method: 'POST' | 'PATCH' = 'POST'): Verb =>
  async (world, rng) => {
    const task = await pick<ItemTask>(
      world,
      rng,
      sql`select offers.id, offers.advertiser as owner, (
          select array_agg(items.id) from items where items.offer = offers.id and items.status = any(${statuses}::text[])) as items
        from offers where overlap is not null`,
    )
    if (!task) return undefined
    const items = (task.items ?? []).filter(() => rng.happens(0.4))
    const whose = ownerOf(rng, world.advertisers, task.owner)
    const body = bodyOf(rng, items.length === 0 ? [1] : items)
    return { ...whose, credential: 'key', method, path: `/v1/tasks/${task.id}${path}`, body }
  }

export const itemVerbs: readonly WeightedVerb[] = [
  ['add items', 2, onItems('/items', [], (rng) => ({ items: newItems(rng, 4) }))],
  ['cancel items', 1, onItems('/items/cancel', ['Open', 'Waiting'], (_, itemIds) => ({ itemIds }))],
  ['cancel all items', 1, onItems('/items/cancel', [], () => ({ all: true }))],
  ['ask again for items', 2, onItems('/items/ask-again', ['Waiting'], (_, itemIds) => ({ itemIds }))],
  ['change overlap', 2, onItems('', [], (rng) => ({ overlap: 1 + rng.whole(4) }), 'PATCH')],
]
