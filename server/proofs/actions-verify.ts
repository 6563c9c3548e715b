import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { endsWhole } from './file-ends.ts'
import { keyOf, type ProofName, thumbnailKeyOf } from './proof.ts'
import { readBetween, readStoredBetween, type StoredProof } from './sql.ts'

export const batchSize = 1000
/** Each file is read in pieces of 64 KiB. */
const concurrencyMax = 8
/** Maximum number of missing files that a result names. */
export const namedMax = 100

export type FileCheck = {
  readonly ok: boolean
  readonly proofs: number
  /** Keys of missing files: the first hundred. */
  readonly missing: readonly string[]
  readonly missingCount: number
  /** Keys of files, and thumbnails, whose content is not what was stored: the first hundred. */
  readonly damaged: readonly string[]
  readonly damagedCount: number
}

type Reader<Row> = (
  db: Db,
  range: { after: string | undefined; end: string | undefined; limit: number },
) => Promise<Row[]>

async function* batches<Row extends ProofName>(
  db: Db,
  read: Reader<Row>,
  after?: string,
  end?: string,
): AsyncGenerator<Row[]> {
  for (let last = after; ; ) {
    const batch = await read(db, { after: last, end, limit: batchSize })
    if (batch.length === 0) return
    yield batch
    last = batch.at(-1)?.id
  }
}

/** Yields the proofs with files in batches, in id order: those after an id, up to the id `end`. */
export const proofBatches = (db: Db, after?: string, end?: string): AsyncGenerator<ProofName[]> =>
  batches(db, readBetween, after, end)

/** Collects keys up to the limit, and counts all. */
function named() {
  const keys: string[] = []
  return {
    keys,
    count: 0,
    add(key: string) {
      if (this.count++ < namedMax) keys.push(key)
    },
  }
}

type Verification = Pick<Ctx, 'db' | 'storage'> & {
  /** Is called after each batch with the number of proofs that were checked. */
  readonly report?: (proofs: number) => void
}

/**
 * Reads the file of every proof, and its thumbnail, and compares size and SHA-256 with what was stored. Of pictures that an earlier version
 * stored only the ends are known. A thumbnail may be missing: the picture is then shown in its place.
 */
export async function verifyFiles({ db, storage, report }: Verification): Promise<FileCheck> {
  const [missing, damaged] = [named(), named()]
  let proofs = 0
  const check = async (proof: StoredProof) => {
    const [key, thumbnail] = [keyOf(proof), thumbnailKeyOf(proof)]
    const opened = await storage.open(key)
    if (!opened) missing.add(key)
    else if (!isAsStored(proof, await measured(opened.file))) damaged.add(key)
    if (proof.extension === 'pdf') return
    const small = await storage.open(thumbnail)
    if (small && !endsWhole('webp', await measured(small.file))) damaged.add(thumbnail)
  }
  for await (const batch of batches(db, readStoredBetween)) {
    for (let first = 0; first < batch.length; first += concurrencyMax)
      await Promise.all(batch.slice(first, first + concurrencyMax).map(check))
    proofs += batch.length
    report?.(proofs)
  }
  return {
    ok: missing.count + damaged.count === 0,
    proofs,
    missing: missing.keys.sort(),
    missingCount: missing.count,
    damaged: damaged.keys.sort(),
    damagedCount: damaged.count,
  }
}

const endBytes = 32
type Measured = { readonly size: number; readonly sha256: string; readonly head: Buffer; readonly tail: Buffer }

async function measured(file: Readable): Promise<Measured> {
  const hash = createHash('sha256')
  let [size, head, tail] = [0, Buffer.alloc(0), Buffer.alloc(0)]
  for await (const piece of file as AsyncIterable<Buffer>) {
    size += piece.length
    hash.update(piece)
    if (head.length < endBytes) head = Buffer.concat([head, piece.subarray(0, endBytes - head.length)])
    tail = Buffer.concat([tail, piece.subarray(-endBytes)]).subarray(-endBytes)
  }
  return { size, sha256: hash.digest('hex'), head, tail }
}

function isAsStored(proof: StoredProof, file: Measured): boolean {
  const { extension, size, sha256, storedSize, storedSha256 } = proof
  if (storedSha256 !== null) return file.size === storedSize && file.sha256 === storedSha256
  // A document is stored as it was received.
  return extension === 'pdf' ? file.size === size && file.sha256 === sha256 : endsWhole(extension, file)
}
