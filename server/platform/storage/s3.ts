import { createHash, randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { once } from '../../values/once.ts'
import type { StorageLocation } from '../config/storage-location.ts'
import type { Files } from './files.ts'

/** Unset: the library reads them from the environment, its files or the machine's role. */
type Credentials = { readonly keyId: string; readonly secretKey: string } | undefined

const attemptsMax = 3
const pauseMsMax = 240
const connectMsMax = 2_000
/** Timeout for the store's answer. A transfer in progress may take longer, but must not stall. */
const answerMsMax = 20_000
const stillMsMax = 30_000
/** Limits for all attempts together. */
const [briefMsMax, putMsMax] = [10_000, 40_000]
/** Maximum requests that wait for the store's answer in this process: a hanging store must not block other work. */
const waitingMax = 64
const listedAtOnce = 1_000

/**
 * Files in a bucket. Uses only what every S3-compatible store supports: bucket in the path, known lengths, no conditional puts,
 * no batch operations, no ACLs.
 */
export function openS3(location: Bucket, credentials: Credentials): Files {
  const library = once(() => load(location, credentials))
  const callStore = createCaller()
  const at = (key: string) => ({ Bucket: location.bucket, Key: location.prefix + key })
  return {
    put: async (key, path, msMax = putMsMax) => put(await library(), callStore, { at: at(key), path, msMax }),
    open: async (key) => {
      const { s3, client } = await library()
      const ask = (abortSignal: AbortSignal) => client.send(new s3.GetObjectCommand(at(key)), { abortSignal })
      const response = await ifExists(callStore(briefMsMax, ask))
      return response && { size: sizeIn(response), file: response.Body as Readable }
    },
    sizeOf: async (key) => {
      const { s3, client } = await library()
      const ask = (abortSignal: AbortSignal) => client.send(new s3.HeadObjectCommand(at(key)), { abortSignal })
      const response = await ifExists(callStore(briefMsMax, ask))
      return response && sizeIn(response)
    },
    remove: async (key) => {
      const { s3, client } = await library()
      const ask = (abortSignal: AbortSignal) => client.send(new s3.DeleteObjectCommand(at(key)), { abortSignal })
      await ifExists(callStore(briefMsMax, ask))
    },
    keys: async (folder, after, most) => list(await library(), callStore, location, { folder, after, most }),
  }
}

type Library = Awaited<ReturnType<typeof load>>
type CallStore = ReturnType<typeof createCaller>
type Bucket = Extract<StorageLocation, { kind: 'S3' }>

type Put = {
  readonly at: { readonly Bucket: string; readonly Key: string }
  readonly path: string
  readonly msMax: number
}

async function put({ s3, client }: Library, callStore: CallStore, { at, path, msMax }: Put): Promise<void> {
  const known = { ...(await measure(path)), ContentType: 'application/octet-stream' }
  await callStore(msMax, async (abortSignal) => {
    const Body = createReadStream(path)
    try {
      await client.send(new s3.PutObjectCommand({ ...at, ...known, Body }), { abortSignal })
    } finally {
      Body.destroy()
    }
  })
}

type Measured = { readonly ContentLength?: number | undefined; readonly Body?: unknown }

/** Throws without a length: a truncated file could pass for the whole one. */
function sizeIn({ ContentLength, Body }: Measured): number {
  if (ContentLength !== undefined) return ContentLength
  if (Body) (Body as Readable).destroy()
  throw new Error('the object store does not say how long the file is')
}

type Range = { readonly folder: string; readonly after: string; readonly most: number }

async function list(
  { s3, client }: Library,
  callStore: CallStore,
  { bucket, prefix }: Bucket,
  { folder, after, most }: Range,
): Promise<string[]> {
  const keys: string[] = []
  const its = { Bucket: bucket, Prefix: `${prefix}${folder}/` }
  for (let last = after; keys.length < most; ) {
    const range = { ...its, MaxKeys: Math.min(listedAtOnce, most - keys.length), StartAfter: prefix + last }
    const ask = (abortSignal: AbortSignal) => client.send(new s3.ListObjectsV2Command(range), { abortSignal })
    const { Contents: objects = [] } = await callStore(briefMsMax, ask)
    const names = objects.map(({ Key = '' }) => Key.slice(prefix.length))
    if (names.length === 0) break
    last = names.at(-1) as string
    // Deeper keys belong to another installation, whose prefix has the name of our folder.
    keys.push(...names.filter((name) => !name.includes('/', folder.length + 1)))
  }
  return keys
}

/** Errors are thrown; the library would also print them. */
const silent = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Loads the library with the first file, to keep the start fast. */
async function load({ endpoint, region }: Bucket, own: Credentials) {
  const s3 = await import('@aws-sdk/client-s3')
  const client: S3Client = new s3.S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(own ? { credentials: { accessKeyId: own.keyId, secretAccessKey: own.secretKey } } : {}),
    forcePathStyle: true,
    // Otherwise bodies are sent in chunks with trailing checksums, which few stores except Amazon's support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // We retry ourselves: the library does not retry a body that is read from a file.
    maxAttempts: 1,
    logger: silent,
    requestHandler: {
      connectionTimeout: connectMsMax,
      requestTimeout: answerMsMax,
      throwOnRequestTimeout: true,
      socketTimeout: stillMsMax,
      // We limit waiting requests ourselves. A slow reader keeps a connection and must not block others.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  })
  return { s3, client }
}

/** Returns length and MD5: the store refuses a body that was changed in transit. */
async function measure(path: string): Promise<{ ContentLength: number; ContentMD5: string }> {
  const hash = createHash('md5')
  const [{ size }] = await Promise.all([stat(path), pipeline(createReadStream(path), hash)])
  return { ContentLength: size, ContentMD5: hash.digest('base64') }
}

/** Calls the store with retries, within `msMax` in total. Transfers in progress do not count as waiting. */
function createCaller() {
  let waiting = 0
  return async <Answer>(msMax: number, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    if (waiting >= waitingMax) throw new Error(`${waitingMax} requests wait for the object store already`)
    waiting++
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`the object store did not answer in ${msMax} ms`)), msMax)
    try {
      return await retry(() => ask(late.signal), late.signal)
    } finally {
      clearTimeout(timer)
      waiting--
    }
  }
}

async function retry<Answer>(ask: () => Promise<Answer>, late: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (late.aborted) throw late.reason
      if (attempt === attemptsMax || !isTransient(error as Failure)) throw error
    }
    // Random pauses, so that requests refused together do not return together.
    await pause(attempt * randomInt(pauseMsMax / 3, pauseMsMax), undefined, { signal: late }).catch(() => {})
  }
}

type Failure = { readonly name?: string; readonly $metadata?: { readonly httpStatusCode?: number } }

/** Whether a retry may succeed: lost connection, busy store, or a clock difference, which the library has now corrected. */
function isTransient({ name, $metadata }: Failure): boolean {
  if (name === 'CredentialsProviderError') return false
  if (name === 'RequestTimeTooSkewed') return true
  const status = $metadata?.httpStatusCode
  return status === undefined || status >= 500 || status === 429 || status === 408
}

/** Returns undefined if the file does not exist. A missing bucket is an error. */
async function ifExists<Found>(asking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asking
  } catch (error) {
    const { name } = error as Failure
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined
    throw error
  }
}
