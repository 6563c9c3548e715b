import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Marketplace, ProblemError } from '@task-marketplace/sdk'
import { interrupted } from './follow.ts'
import { interruptedCode, printError } from './program.ts'
import type { Progress } from './progress.ts'
import { cleanText } from './table.ts'

type Import = Awaited<ReturnType<Marketplace['tasks']['getImport']>>

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
}
const firstWaitMs = 100
const waitMsMax = 1_000
/** How often a file is sent again after an import of it has failed. */
const attemptsMax = 20

type ItemFile = { readonly name: string; readonly content: Blob; readonly sha256: string }

/** Opens a file of items. Throws if it cannot be imported. */
export async function fileOf(path: string): Promise<ItemFile> {
  const type = types[extname(path).toLowerCase()]
  if (!type) throw new Error(`The name of ${path} must end with ${Object.keys(types).join(', ')}.`)
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`)
  })
  if (!facts.isFile()) throw new Error(`${path} is not a file.`)
  if (facts.size === 0) throw new Error(`${path} is empty.`)
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return { name: basename(path), content: await openAsBlob(path, { type }), sha256: hash.digest('hex') }
}

type Importing = {
  /** Returns a client that sends by this function. */
  readonly market: (send: typeof fetch) => Marketplace
  readonly task: number
  readonly maxCost: string | undefined
  readonly file: ItemFile
  readonly progress: Progress
  readonly isJson: boolean
}

/** Sends the file and waits for the end of its import. A failed one sets the exit code, and its wrong lines are printed. */
export async function importFile(importing: Importing): Promise<Import | undefined> {
  const { progress, isJson } = importing
  const signal = interrupted()
  let begun: Import | undefined
  try {
    for (let attempt = 1; ; attempt++) {
      const sent = await sendFile(importing, attempt, signal)
      begun = sent.begun
      const ended = begun && (await endOf(importing, begun, signal))
      if (!ended || (ended.status === 'Failed' && sent.isRepeated && attempt < attemptsMax)) continue
      progress.end()
      if (ended.status === 'Failed') process.exitCode = 1
      return isJson ? ended : shown(ended)
    }
  } catch (error) {
    progress.end()
    if (!signal.aborted) throw error
    process.exitCode = interruptedCode
    printError(
      begun
        ? `Interrupted. Import ${begun.id} continues. Repeat the command to wait for it.`
        : 'Interrupted. Repeat the command to send the file again: it is imported once.',
    )
    return undefined
  }
}

type Sent = { readonly begun: Import | undefined; readonly isRepeated: boolean }

/**
 * Sends the file with a key of its content, so that a repeated command finds its import. What has failed before stays so for its key:
 * after money was added, for example, the next attempt has a key of its own. `begun` is undefined if an earlier attempt was refused.
 */
async function sendFile(
  { market, task, maxCost, file, progress }: Importing,
  attempt: number,
  signal: AbortSignal,
): Promise<Sent> {
  const send = countingFetch((bytes) => progress.show(`Sending ${file.name}`, bytes / file.content.size))
  const idempotencyKey = `import-${attempt}-${createHash('sha256').update(`${task} ${file.content.type} ${maxCost} ${file.sha256}`).digest('hex')}`
  const bounds = maxCost === undefined ? {} : { maxCost: Number(maxCost) }
  try {
    const call = market(send).tasks.importItems(task, file.content, { ...bounds, idempotencyKey, signal })
    const { data, response } = await call.withResponse()
    return { begun: data, isRepeated: isReplayed(response.headers) }
  } catch (error) {
    if (!(error instanceof ProblemError && isReplayed(error.headers)) || attempt === attemptsMax) throw error
    return { begun: undefined, isRepeated: true }
  }
}

const isReplayed = (headers: Headers): boolean => headers.get('idempotency-replayed') === 'true'

/** Waits until the import has ended. */
async function endOf({ market, task, file, progress }: Importing, begun: Import, signal: AbortSignal): Promise<Import> {
  const { tasks } = market(fetch)
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, waitMsMax)) {
    const state = await tasks.getImport(task, begun.id, { signal })
    if (state.status !== 'Processing') return state
    progress.show(`Import ${state.id} reads ${file.name}`, state.readBytes / Math.max(1, state.bytes))
    await setTimeout(waitMs, undefined, { signal })
  }
}

/** Prints the errors of an import. Returns its summary. */
function shown(ended: Import): Import {
  const { errors, faults, reason } = ended
  for (const { line, field, detail } of errors) printError(cleanText(`line ${line}, ${field}: ${detail}`))
  if (faults > errors.length) printError(`${faults - errors.length} more lines are wrong.`)
  if (reason) printError(cleanText(`${reason.code}: ${reason.detail}`))
  return withoutEmpty(ended)
}

const withoutEmpty = ({ id, status, items, readLines, faults }: Import) =>
  ({ id, status, readLines, ...(items === null ? { faults } : { items }) }) as Import

/** Passes requests on, and tells how many bytes of a file have been sent. */
function countingFetch(tell: (bytes: number) => void): typeof fetch {
  return (to, init) => {
    if (!(init?.body instanceof Blob)) return fetch(to, init)
    let sent = 0
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, next) {
        sent += part.length
        tell(sent)
        next.enqueue(part)
      },
    })
    const headers = new Headers(init.headers)
    headers.set('content-length', String(init.body.size))
    const body = init.body.stream().pipeThrough(counter)
    return fetch(to, { ...init, headers, body, duplex: 'half' } as RequestInit)
  }
}
