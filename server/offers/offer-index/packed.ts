import type { Entry } from './block.ts'

/** Entries as columns of eight-byte numbers (big-endian) and concatenated texts. */
export type PackedColumns = {
  readonly count: number
  readonly ids: Buffer | null
  readonly ats: Buffer | null
  readonly rewards: Buffer | null
  readonly categories: Buffer | null
  readonly platforms: Buffer | null
  readonly advertisers: Buffer | null
  /** One audience per line. */
  readonly audiences: string | null
  readonly lengths: Buffer | null
  readonly texts: string | null
}

/** Yields the entries of the columns. Their texts are views of the received buffer. */
export function* unpacked(packed: PackedColumns): Generator<Entry> {
  const { count, ids, ats, rewards, categories, platforms, advertisers, audiences, lengths, texts } = packed
  if (!ids || !ats || !rewards || !categories || !platforms || !advertisers || !audiences || !lengths || !texts) return
  const bytes = Buffer.from(texts)
  const columns = [ids, ats, rewards, categories, platforms, advertisers, lengths]
  const [id, at, reward, category, platform, advertiser, length] = columns.map(numbersIn) as SevenColumns
  const audience = audiences.split('\n')
  let end = 0
  for (let index = 0; index < count; index++) {
    const start = end
    end += length[index] as number
    yield {
      id: id[index] as number,
      at: at[index] as number,
      rewardUnits: reward[index] as number,
      category: category[index] as number,
      platform: platform[index] as number,
      advertiser: advertiser[index] as number,
      audience: audience[index] as string,
      text: bytes.subarray(start, end),
    }
  }
  if (end !== bytes.length) throw new Error('texts are longer than announced: the database encoding must be UTF-8')
}

type SevenColumns = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]

/** Swaps the byte order of the whole column: reading each number alone took as long as everything else. */
function numbersIn(column: Buffer): Float64Array {
  const bytes = Buffer.from(new Uint8Array(column).buffer)
  return new Float64Array(bytes.swap64().buffer)
}
