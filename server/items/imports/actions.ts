import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Admitted, admitted } from '../../accounts/caller.ts'
import { keyHashOf } from '../../accounts/spending/actions.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { isUnreachable } from '../../platform/database/unreachable.ts'
import { inStorage } from '../../platform/storage/unavailable.ts'
import type { Id } from '../../values/id.ts'
import { type Units, unitsOf } from '../../values/money.ts'
import { queryError, ValidationError } from '../../values/problems/problem.ts'
import { mustHaveRoom } from '../../values/problems/storage-limit.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { isTooPrecise } from '../../values/sentences.ts'
import { mustHaveItems } from '../item.ts'
import { inFolder, type ReceivedFile, receiveFile } from './actions-file.ts'
import {
  fileBytesMax,
  type Import,
  ImportFileTooLarge,
  type ImportFormat,
  ImportNotFound,
  importsMax,
  tooLarge,
} from './import.ts'
import { insertImport, readForImport, readImport, readImports, type Stored } from './sql.ts'

/** The folder of files that wait for their import. */
export const fileFolder = 'imports'
const megabyte = 1_000_000
/** Time limit for storing a file in an object store, in milliseconds. */
const storingMsMax = 600_000

/** Inserts an import; with an Idempotency-Key only once for equal content. `isDone`: it was inserted now. */
type InsertOnce<Answer> = (
  content: unknown,
  insert: (ctx: Ctx) => Promise<Import>,
) => Promise<{ readonly answer: Answer; readonly isDone: boolean }>

export type ImportRequest<Answer> = {
  readonly offer: Id<'offer'>
  /** Throws for a body of another type. */
  readonly format: () => ImportFormat
  readonly maxCost: number | null | undefined
  readonly body: Readable
  /** Its length if the client has said it, otherwise 0. */
  readonly bodyBytes: number
  /** Whether it may be the repetition of a request whose file is stored already. */
  readonly isRepeatable: boolean
  readonly once: InsertOnce<Answer>
}

/** Stores a file of items for the caller's own offer. A job reads it. Checks permission before it reads the body. */
export async function startImport<Answer>(ctx: Ctx, request: ImportRequest<Answer>): Promise<Answer> {
  const { offer, maxCost, body, once } = request
  const { caller, facts } = await importFacts(ctx, offer)
  const format = request.format()
  const mustFit = roomIn(ctx, request.isRepeatable ? { imports: 0, bytes: 0 } : facts)
  mustFit(request.bodyBytes)
  const maxCostUnits = typeof maxCost === 'number' ? agreedUnits(maxCost) : null
  return inFolder(ctx, async (folder) => {
    const received = await receiveFile(body, folder, mustFit)
    const file = `${fileFolder}/${caller.now.getTime().toString(36)}-${randomUUID()}`
    const content = { sha256: received.hash.toString('hex'), format, maxCost: maxCost ?? null }
    return stored(ctx, file, received, () =>
      once(content, (inner) => insert(inner, { offer, format, file, maxCostUnits }, received)),
    )
  })
}

type Order = {
  readonly offer: Id<'offer'>
  readonly format: ImportFormat
  readonly file: string
  readonly maxCostUnits: Units | null
}

function agreedUnits(maxCost: number): Units {
  try {
    return unitsOf(maxCost)
  } catch {
    throw ValidationError([queryError('maxCost', 'amount', isTooPrecise)])
  }
}

type Used = Pick<Stored, 'imports' | 'bytes'>

/** Returns a function that throws if a file of this number of bytes is too large, alone or with what the account has stored. */
const roomIn =
  ({ config }: Ctx, { imports, bytes: used }: Used) =>
  (bytes: number): void => {
    if (bytes > fileBytesMax) throw ImportFileTooLarge([tooLarge()])
    mustHaveRoom('imports', imports, importsMax)
    const [megabytes, added] = [Math.ceil(used / megabyte), Math.floor(bytes / megabyte)]
    mustHaveRoom('importMegabytes', megabytes, config.importMegabytesMax, added)
  }

async function insert(ctx: Ctx, order: Order, { bytes, hash }: ReceivedFile): Promise<Import> {
  const { caller, facts } = await importFacts(ctx, order.offer)
  roomIn(ctx, facts)(bytes)
  return insertImport(ctx.db, { ...order, account: caller.callerAccount, bytes, hash, keyHash: keyHashOf(ctx.by) })
}

async function importFacts(ctx: Ctx, offer: Id<'offer'>): Promise<{ caller: Admitted; facts: Stored }> {
  const { caller, rows } = admitted(ctx.by, await readForImport(ctx.db, ctx.by, offer))
  const [facts] = rows
  if (!facts) throw TaskNotFound({})
  mustHaveItems(facts)
  return { caller, facts }
}

/** Stores the file, then inserts its row; removes the file if the row was not inserted. */
async function stored<Answer>(
  { storage }: Ctx,
  file: string,
  { path }: ReceivedFile,
  write: () => Promise<{ readonly answer: Answer; readonly isDone: boolean }>,
): Promise<Answer> {
  let isStored = false
  try {
    await inStorage(storage.put(file, path, storingMsMax))
    isStored = true
    const { answer, isDone } = await write()
    if (!isDone) await storage.remove(file).catch(() => {})
    return answer
  } catch (error) {
    // After a lost connection the row may exist. A superfluous file is swept.
    if (!(isStored && isUnreachable(error))) await storage.remove(file).catch(() => {})
    throw error
  }
}

/** Returns a page of the imports of the caller's own offer, newest first. */
export async function listImports(ctx: Ctx, offer: Id<'offer'>, page: Page): Promise<PageOf<Import>> {
  const { caller, rows } = admitted(ctx.by, await readImports(ctx.db.reads, ctx.by, offer, page))
  if (rows.length === 0) throw TaskNotFound({})
  return listed(rows, page, caller, ctx.secretKey)
}

/** Returns an import of the caller's own offer. */
export async function findImport(ctx: Ctx, offer: Id<'offer'>, id: Id<'import'>): Promise<Import> {
  const { rows } = admitted(ctx.by, await readImport(ctx.db.reads, ctx.by, offer, id))
  const [found] = rows
  if (!found) throw TaskNotFound({})
  if (found.id === null) throw ImportNotFound({})
  return found as Import
}
