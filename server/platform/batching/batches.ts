import type { Requirement } from '../database/ctx.ts'
import type { Batch } from './batched.ts'

/** Does set after set of at most so many, so that no statement takes long, until one is not full; answers how much there was. */
export async function inBatches(limit: number, some: (limit: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await some(limit)
    all += done
    if (done < limit) return all
  }
}

/** Requests in one set: twice as many cost a reservation a sixth less, and a decision a fifth more. */
export const batchLimit = 64

/** What a credential must be stands in the text of a statement: requests go together with those that need the same. */
export function batchByRequirement<Item, Answer>(batchFor: (requirement: Requirement) => Batch<Item, Answer>) {
  const batches = new Map<string, Batch<Item, Answer>>()
  return (requirement: Requirement): Batch<Item, Answer> => {
    const name = `${requirement.credential} ${requirement.role} ${requirement.scope ?? ''}`
    const batch = batches.get(name) ?? batchFor(requirement)
    batches.set(name, batch)
    return batch
  }
}

/** The row with each id, in the order of the ids; undefined for whoever has none. */
export function rowsOf<Row extends { readonly id: number }>(rows: readonly Row[], ids: readonly number[]) {
  const byId = new Map<number, Row>(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}
