import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Admitted, admitted, mustBeExecutor } from '../../accounts/caller.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { isUnreachable } from '../../platform/database/unreachable.ts'
import { inStorage } from '../../platform/storage/unavailable.ts'
import type { Id } from '../../values/id.ts'
import {
  type InsertedProof,
  keyOf,
  mayUpload,
  mediaTypes,
  proofIdAt,
  thumbnailKeyOf,
  type UploadedProof,
  type UploadFacts,
} from '../proof.ts'
import { insertProofs, type NewProof, readUploadFacts } from '../sql.ts'
import { oneFormAtATime, spendPixels } from './actions-queue.ts'
import { type FinishedFile, finishFile, type Part, type ReceivedFile, receiveFiles } from './actions-receive.ts'

/** Inserts the files of a form; with an Idempotency-Key only once for equal content. */
export type InsertOnce<Answer> = (
  content: unknown,
  insert: (ctx: Ctx) => Promise<UploadedProof[]>,
) => Promise<InsertResult<Answer>>
/** `isDone`: the files were inserted; otherwise an earlier request stored the same form. */
type InsertResult<Answer> = { readonly answer: Answer; readonly isDone: boolean }

type UploadRequest<Answer> = {
  readonly offer: Id<'offer'>
  readonly form: () => AsyncIterable<Part>
  readonly once: InsertOnce<Answer>
  /** An earlier request may have stored the same form, so the reservation is checked later. */
  readonly mayBeRepeated: boolean
}

/** Uploads proofs for an offer that the executor has reserved: all files of the form or none. Checks permission before reading the form. */
export async function upload<Answer>(
  ctx: Ctx,
  { offer, form, once, mayBeRepeated }: UploadRequest<Answer>,
): Promise<Answer> {
  const { caller, facts } = await uploadFacts(ctx, offer)
  if (!mayBeRepeated) mayUpload(facts, ctx.config, { count: 1, bytes: 1 })
  return inFolder(ctx, async (folder) => {
    const received = await receiveFiles(form(), folder)
    const { callerAccount: executor } = caller
    const finished = await oneFormAtATime(ctx, executor, () => finishAll(ctx, executor, received))
    const proofs = received.map((file, index) => newProof(file, finished[index] as FinishedFile, caller.now))
    const content = received.map(({ fileName, sha256 }) => [fileName, sha256])
    return storeAndInsert(ctx, filesToStore(proofs, finished), () =>
      once(content, async (inner) => {
        const inserted = await insert(inner, offer, caller, proofs)
        return inserted.map((proof, index) => ({ ...proof, hasInformation: finished[index]?.hasInformation ?? false }))
      }),
    )
  })
}

async function finishAll(
  ctx: Ctx,
  executor: Id<'account'>,
  received: readonly ReceivedFile[],
): Promise<FinishedFile[]> {
  const drawer = { account: String(executor), spend: (pixels: number) => spendPixels(ctx, executor, pixels) }
  const finished: FinishedFile[] = []
  for (const file of received) finished.push(await finishFile(file, drawer))
  return finished
}

async function uploadFacts(ctx: Ctx, offer: Id<'offer'>): Promise<{ caller: Admitted; facts: UploadFacts }> {
  const { caller, rows } = admitted(ctx.by, await readUploadFacts(ctx.db, ctx.by, offer))
  mustBeExecutor(caller)
  return { caller, facts: rows[0] as UploadFacts }
}

/** Provides a folder for this request only, removed afterwards. */
async function inFolder<T>({ storage }: Ctx, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await inStorage(mkdtemp(join(storage.workshop, 'upload-')))
  try {
    return await work(folder)
  } finally {
    // A failed removal is left to the sweep; the request has succeeded.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

const newProof = (
  { extension, fileName, size, sha256 }: ReceivedFile,
  { fingerprint, storedSize, storedSha256 }: FinishedFile,
  now: Date,
): NewProof => ({
  id: proofIdAt(now),
  extension,
  fileName,
  size,
  contentType: mediaTypes[extension],
  sha256,
  fingerprint,
  storedSize,
  storedSha256,
})

/** Time limit for storing all files of a form, in milliseconds; the client is answered before it gives up. */
const storingMsMax = 20_000

type FileToStore = { readonly key: string; readonly path: string }

/** Returns what to store, each file before its thumbnail: the sweep finds thumbnails by their files. */
const filesToStore = (proofs: readonly NewProof[], finished: readonly FinishedFile[]): FileToStore[] =>
  proofs.flatMap((proof, index) => {
    const { path, thumbnail } = finished[index] as FinishedFile
    const file = { key: keyOf(proof), path }
    return thumbnail === undefined ? [file] : [file, { key: thumbnailKeyOf(proof), path: thumbnail }]
  })

/** Stores the files, then inserts their rows; removes the files if the insert fails. */
async function storeAndInsert<Answer>(
  ctx: Ctx,
  files: readonly FileToStore[],
  write: () => Promise<InsertResult<Answer>>,
): Promise<Answer> {
  const passed = stopwatch()
  const begun: string[] = []
  const removeFiles = () => Promise.allSettled(begun.map(ctx.storage.remove))
  let isStored = false
  try {
    for (const { key, path } of files) {
      begun.push(key)
      const msMax = Math.max(1, storingMsMax - passed())
      await inStorage(ctx.storage.put(key, path, msMax))
    }
    isStored = true
    const { answer, isDone } = await write()
    if (!isDone) await removeFiles()
    return answer
  } catch (error) {
    // After a lost connection the rows may exist: a superfluous file can be swept, but a row without its file cannot be repaired.
    if (!(isStored && isUnreachable(error))) await removeFiles()
    throw error
  }
}

async function insert(
  ctx: Ctx,
  offer: Id<'offer'>,
  caller: Admitted,
  proofs: readonly NewProof[],
): Promise<InsertedProof[]> {
  const inserted = await retryOnConflict(async () => {
    const rows = await insertProofs(ctx.db, { offer, executor: caller.callerAccount }, proofs, ctx.config)
    if (rows.length > 0) return rows
    const bytes = proofs.reduce((sum, { size }) => sum + size, 0)
    mayUpload((await uploadFacts(ctx, offer)).facts, ctx.config, { count: proofs.length, bytes })
    return undefined
  })
  return proofs.map(({ id }) => inserted.find((row) => row.id === id) as InsertedProof)
}
