import type { Entry } from './block.ts'

type NumberColumn = 'ids' | 'ats' | 'rewards' | 'categories' | 'platforms' | 'advertisers' | 'lengths'

/** Entries as columns of eight-byte numbers (big-endian) and concatenated texts; null if there are no entries. */
export type EntryColumns = Readonly<Record<NumberColumn, Buffer | null>> & {
  readonly count: number
  /** One audience per line. */
  readonly audiences: string | null
  readonly texts: string | null
}

/** Yields the entries of the columns. Their texts are views of the received buffer. */
export function* entriesOf(packed: EntryColumns): Generator<Entry> {
  const { count, audiences, texts } = packed
  if (audiences === null || texts === null) return
  const numbers = (column: NumberColumn) => numbersIn(packed[column] as Buffer)
  const [id, at, reward, category] = [numbers('ids'), numbers('ats'), numbers('rewards'), numbers('categories')]
  const [platform, advertiser, length] = [numbers('platforms'), numbers('advertisers'), numbers('lengths')]
  const bytes = Buffer.from(texts)
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

/** Swaps the byte order of the whole column: reading each number alone took as long as everything else. */
function numbersIn(column: Buffer): Float64Array {
  const bytes = Buffer.from(new Uint8Array(column).buffer)
  return new Float64Array(bytes.swap64().buffer)
}
