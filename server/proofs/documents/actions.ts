import { once as onceEmitted } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { ReadDocument, ReadRequest, ReadResponse } from './document.ts'

const secondsMax = 10
/** The thread ends when it has had nothing to do for this long. */
const idleSeconds = 60
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
let serial = 0

/** Opens a PDF as its readers do, one document after another, each with limited time and memory. */
export function readDocument(path: string): Promise<ReadDocument> {
  const reading = last.then(async () => readInThread(await readFile(path)))
  last = reading.catch(() => {})
  return reading
}

async function readInThread(bytes: Buffer): Promise<ReadDocument> {
  clearTimeout(idle)
  const worker = thread ?? start()
  const request: ReadRequest = { id: ++serial, bytes: new Uint8Array(bytes) }
  worker.postMessage(request)
  const late = AbortSignal.timeout(secondsMax * 1000)
  try {
    const [{ result }] = (await onceEmitted(worker, 'message', { signal: late })) as [ReadResponse]
    idle = setTimeout(stop, idleSeconds * 1000).unref()
    return result
  } catch {
    await stop()
    return {
      why: late.aborted
        ? { en: 'takes too long to open.', ru: 'слишком долго открывается.' }
        : { en: 'is damaged: it cannot be opened.', ru: 'повреждён: не открывается.' },
    }
  }
}

function start(): Worker {
  const worker = new Worker(new URL('./actions-reader.ts', import.meta.url), {
    resourceLimits,
    stderr: true,
    stdout: true,
  })
  worker.unref()
  // Without a listener, an error between two documents would end the process.
  worker.on('error', () => {})
  worker.once('exit', () => {
    if (thread === worker) thread = undefined
  })
  thread = worker
  return worker
}

async function stop(): Promise<void> {
  const stopped = thread
  thread = undefined
  await stopped?.terminate()
}
