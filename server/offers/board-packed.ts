import type { Listing } from './board-block.ts'

/** Listings as columns, each a row of numbers (eight bytes, the highest first); texts behind each other. */
export type PackedColumns = {
  readonly count: number
  readonly ids: Buffer | null
  readonly ats: Buffer | null
  readonly rewards: Buffer | null
  readonly categories: Buffer | null
  readonly platforms: Buffer | null
  readonly lengths: Buffer | null
  readonly texts: string | null
}

/** The listings that are in the columns. Their texts are parts of the one that came. */
export function* unpacked(packed: PackedColumns): Generator<Listing> {
  const { count, ids, ats, rewards, categories, platforms, lengths, texts } = packed
  if (!ids || !ats || !rewards || !categories || !platforms || !lengths || !texts) return
  const bytes = Buffer.from(texts)
  let end = 0
  for (let place = 0; place < count; place++) {
    const at = place * 8
    const start = end
    end += lengths.readDoubleBE(at)
    yield {
      id: ids.readDoubleBE(at),
      at: ats.readDoubleBE(at),
      rewardUnits: rewards.readDoubleBE(at),
      category: categories.readDoubleBE(at),
      platform: platforms.readDoubleBE(at),
      text: bytes.subarray(start, end),
    }
  }
  if (end !== bytes.length) throw new Error('texts are longer than they were said to be: the database must be in UTF-8')
}
