import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { exportCatalog } from '../../catalog/actions.ts'
import { currentRules } from '../../money-rules/actions.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { isNameTaken, mayNotCreate } from '../../platform/database/databases.ts'
import { deleteSandboxRow, findSandbox, resetSandboxRow, type Sandbox } from '../../sandbox/actions-sandboxes.ts'
import type { ForwardRefusal, Visitor } from '../../sandbox/sandbox.ts'
import { dropSandbox, type LiveDatabase, megabytesOf } from './databases.ts'
import { type OpenSandbox, openSandbox } from './open-sandbox.ts'
import { folderOf } from './sandbox-config.ts'

/** A sandbox that cannot be opened now, and what the live market is to answer. */
export class SandboxRefused extends Error {
  readonly refusal: ForwardRefusal

  constructor(refusal: ForwardRefusal, cause?: unknown) {
    super(`sandbox refused: ${refusal}`, { cause })
    this.refusal = refusal
  }
}

type Entry = {
  readonly id: number
  readonly purpose: string
  readonly opening: Promise<OpenSandbox>
  /** Requests in progress. */
  requests: number
  usedAt: number
  measuredAt: number | undefined
  isFull: boolean
}

export type SandboxesOptions = { readonly live: LiveDatabase; readonly ctx: Ctx; readonly logger: Logger }

/** What a request may do to the size of a sandbox. */
type Use = { readonly isChanging: boolean; readonly isLarge: boolean }

const idleMs = 5 * 60_000
const measureMs = 15_000
const closePollMs = 50
const roomMsMax = 20_000

/** What the secret key of a sandbox derives from. */
const purposeOf = ({ id, account, createdAt }: Sandbox): string =>
  `${id} of ${account} since ${createdAt.toISOString()}`

/** Opens sandboxes on demand, up to a maximum, and closes those that nobody uses. */
export class Sandboxes {
  readonly #options: SandboxesOptions
  readonly #open = new Map<number, Entry>()
  /** They still serve their last requests, with their connections and memory. */
  readonly #closing = new Set<Promise<void>>()
  readonly #passed = stopwatch()

  constructor(options: SandboxesOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#open.size + this.#closing.size
  }

  /** Runs the work in the sandbox of the test key's account, which it creates at the first use. Throws SandboxRefused. */
  async use<T>(visitor: Visitor, use: Use, work: (sandbox: OpenSandbox) => Promise<T>): Promise<T> {
    const entry = await this.#enter(await findSandbox(this.#options.ctx, visitor.account))
    try {
      const sandbox = await entry.opening.catch(async (error: unknown) => {
        // The next request gets a sandbox with another id, and so another name.
        if (isNameTaken(error)) await deleteSandboxRow(this.#options.ctx, entry.id)
        throw mayNotCreate(error) ? new SandboxRefused('database', error) : error
      })
      if (use.isChanging && (await this.#isFull(entry))) throw new SandboxRefused('size')
      return await work(sandbox)
    } finally {
      entry.requests--
      entry.usedAt = this.#passed()
      // Otherwise uploads could exceed the maximum many times over until the next measurement.
      if (use.isLarge) entry.measuredAt = undefined
    }
  }

  async closeIdle(): Promise<void> {
    const isIdle = ({ requests, usedAt }: Entry) => requests === 0 && this.#passed() - usedAt > idleMs
    for (const entry of [...this.#open.values()].filter(isIdle)) await this.#close(entry)
  }

  async closeAll(): Promise<void> {
    for (const entry of [...this.#open.values()]) void this.#close(entry)
    await Promise.all(this.#closing)
  }

  async #enter(row: Sandbox): Promise<Entry> {
    const { id } = row
    const purpose = purposeOf(row)
    const since = this.#passed()
    for (let open = this.#open.get(id); open?.purpose !== purpose; open = this.#open.get(id)) {
      // The live market was restored from a backup, and has given the id to another sandbox.
      if (open) await this.#close(open)
      else if (this.size < this.#options.ctx.config.sandboxesOpenMax) this.#begin(row)
      else await this.#makeRoom(since)
    }
    const entry = this.#open.get(id) as Entry
    entry.requests++
    return entry
  }

  #begin(row: Sandbox): void {
    const { id } = row
    const { live, ctx, logger } = this.#options
    const { config, secretKey } = ctx
    const purpose = purposeOf(row)
    const more = { catalog: () => exportCatalog(ctx), rules: () => currentRules(ctx), reset: () => this.#remove(id) }
    const opening = openSandbox({ id, purpose, live, config, secretKey, logger, ...more })
    opening.catch(() => this.#open.get(id) === entry && this.#open.delete(id))
    const unused = { requests: 0, usedAt: this.#passed(), measuredAt: undefined, isFull: false }
    const entry: Entry = { id, purpose, opening, ...unused }
    this.#open.set(id, entry)
  }

  /** Closes the sandbox unused for longest. Throws `busy` if all have been in use for some seconds. */
  async #makeRoom(since: number): Promise<void> {
    const free = [...this.#open.values()].filter(({ requests }) => requests === 0)
    const [oldest] = free.sort((one, other) => one.usedAt - other.usedAt)
    if (oldest) return this.#close(oldest)
    if (this.#passed() - since > roomMsMax) throw new SandboxRefused('busy')
    await setTimeout(closePollMs)
  }

  #close(entry: Entry): Promise<void> {
    if (this.#open.get(entry.id) === entry) this.#open.delete(entry.id)
    const closed = this.#end(entry).finally(() => this.#closing.delete(closed))
    this.#closing.add(closed)
    return closed
  }

  async #end(entry: Entry): Promise<void> {
    const sandbox = await entry.opening.catch(() => undefined)
    while (entry.requests > 0) await setTimeout(closePollMs)
    await sandbox?.close()
  }

  /** Forgets a sandbox at once, and drops it after its last request. Throws ResetTooSoon. */
  async #remove(id: number): Promise<void> {
    const { live, ctx, logger } = this.#options
    await resetSandboxRow(ctx, id)
    const entry = this.#open.get(id)
    const closed = entry ? this.#close(entry) : Promise.resolve()
    closed
      .then(() => dropSandbox(live, ctx.config, id))
      .catch((error: unknown) => logger.warn({ err: error, sandbox: id }, 'a sandbox could not be dropped yet'))
  }

  async #isFull(entry: Entry): Promise<boolean> {
    const { live, ctx } = this.#options
    if (entry.measuredAt !== undefined && this.#passed() - entry.measuredAt < measureMs) return entry.isFull
    entry.measuredAt = this.#passed()
    const files = await megabytesIn(folderOf(ctx.config, entry.id))
    const megabytes = (await megabytesOf(live, entry.id)) + files.megabytes
    entry.isFull = megabytes > ctx.config.sandboxSizeMb || (entry.isFull && !files.areAll)
    return entry.isFull
  }
}

/** Adds up the files of a folder. A folder removed meanwhile ends the count. */
async function megabytesIn(folder: string): Promise<{ readonly megabytes: number; readonly areAll: boolean }> {
  let bytes = 0
  let areAll = true
  try {
    for await (const entry of await opendir(folder, { recursive: true }))
      if (entry.isFile()) bytes += await bytesOf(join(entry.parentPath, entry.name))
  } catch {
    areAll = false
  }
  return { megabytes: bytes / 1_048_576, areAll }
}

/** A file removed meanwhile has none. */
const bytesOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0
