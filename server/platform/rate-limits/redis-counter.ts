import type { Redis, Result } from 'ioredis'
import { stopwatch } from '../clock.ts'
import type { Database } from '../database/db.ts'
import { sql } from '../sql.ts'
import { rotatingCache, windowMs } from './local-window.ts'
import type { CounterResult, CounterUpdate, SharedCounter } from './shared-counter.ts'
import type { ValidCredentials } from './sql-count-requests.ts'

type Reply = readonly [
  requests: number,
  uploads: number,
  requestsUsed: number,
  uploadsUsed: number,
  ...others: number[],
]

declare module 'ioredis' {
  interface RedisCommander<Context> {
    grantRequests(key: string, accountKey: string, ...inputs: number[]): Result<Reply, Context>
  }
}

/**
 * One key per credential and one per account: a list of the times, in microseconds, of the granted requests, earliest first.
 * An upload has a letter appended. The script runs atomically in Redis, so no other request is counted between its reads and writes.
 */
const script = `
local key, minute, requests, uploads = KEYS[1], ARGV[1] * 1000, tonumber(ARGV[2]), tonumber(ARGV[3])
local requestsMax, uploadsMax = tonumber(ARGV[4]), tonumber(ARGV[5])
local requestsOwed, uploadsOwed = tonumber(ARGV[7]), tonumber(ARGV[8])
local accountKey, accountMax = KEYS[2], tonumber(ARGV[9])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2] + ARGV[6] * 1000
local function at(text) return tonumber((string.match(text, '^%d+'))) end
for _, each in ipairs(KEYS) do
  local last = redis.call('LINDEX', each, -1)
  if last and at(last) > now + minute then redis.call('DEL', each) elseif last and at(last) > now then now = at(last) end
end
local function firstOf(each)
  local first = redis.call('LINDEX', each, 0)
  while first and at(first) <= now - minute do
    redis.call('LPOP', each)
    first = redis.call('LINDEX', each, 0)
  end
  return first
end
local first, firstOfAccount = firstOf(key), firstOf(accountKey)
local text = string.format('%.0f', now)
for _ = 1, uploadsOwed do redis.call('RPUSH', key, text .. 'u') end
for _ = 1, requestsOwed do redis.call('RPUSH', key, text) end
for _ = 1, uploadsOwed + requestsOwed do redis.call('RPUSH', accountKey, text) end
local accountUsed = redis.call('LLEN', accountKey)
local requestsUsed, uploadsUsed, firstUpload = redis.call('LLEN', key), 0, false
if uploads > 0 then
  for _, each in ipairs(redis.call('LRANGE', key, 0, -1)) do
    if string.sub(each, -1) == 'u' then
      firstUpload = firstUpload or at(each)
      uploadsUsed = uploadsUsed + 1
    end
  end
end
local most = math.min(requestsMax - requestsUsed, accountMax - accountUsed)
local uploadsGranted = math.max(0, math.min(uploads, uploadsMax - uploadsUsed, most))
local requestsGranted = math.max(0, math.min(requests, most - uploadsGranted))
for _ = 1, uploadsGranted do redis.call('RPUSH', key, text .. 'u') end
for _ = 1, requestsGranted do redis.call('RPUSH', key, text) end
for _ = 1, uploadsGranted + requestsGranted do redis.call('RPUSH', accountKey, text) end
if uploadsOwed + requestsOwed + uploadsGranted + requestsGranted > 0 then
  for _, each in ipairs(KEYS) do redis.call('PEXPIRE', each, minute / 1000) end
end
local function free(moment) return moment and math.ceil((moment + minute - now) / 1000) or -1 end
return { requestsGranted, uploadsGranted, requestsUsed, uploadsUsed, free(first and at(first)), free(firstUpload),
  accountUsed, free(firstOfAccount and at(firstOfAccount)) }`

/** Longer than any request waits: no caller needs a later answer. */
const answerMsMax = 1000
const pauseMsMax = 1000
/** How long a credential is assumed to stay valid. This affects rate limits only, not permissions. */
const trustMs = 1000
const credentialsMax = 50_000

/** Counts in Redis; the database says which credentials are valid. */
export function redisCounter(database: Database, validCredentials: ValidCredentials, url: string): SharedCounter {
  const db = database.beside({ connectionsMax: 1, answerMsMax: answerMsMax })
  const opened = openRedis(url)
  const accountsOf = accountLookup(db, validCredentials)
  const grantOne = async (wanted: CounterUpdate, account: number): Promise<CounterResult> => {
    const { hash, requests, uploads, requestsMax, uploadsMax, requestsOwed, uploadsOwed, accountMax } = wanted
    const key = `requests:${hash.toString('base64url')}`
    const offsetMs = Math.round(database.clock.offsetMs)
    const accountKey = `requests:account:${account}`
    const inputs = [
      windowMs,
      requests,
      uploads,
      requestsMax,
      uploadsMax,
      offsetMs,
      requestsOwed,
      uploadsOwed,
      accountMax,
    ]
    return resultOf(await (await opened).grantRequests(key, accountKey, ...inputs), wanted, account)
  }
  return {
    ready: async () => (await opened).connect(),
    grant: async (wanted) => {
      const accountOf = await accountsOf(wanted)
      const grantTo = (each: CounterUpdate) => {
        const account = accountOf(each)
        return account === undefined ? unknownCredential : grantOne(each, account)
      }
      return Promise.all(wanted.map(grantTo))
    },
    close: async () => {
      const redis = await opened
      redis.disconnect()
      await db.close()
    },
  }
}

/** Counts one test request in Redis. Returns the duration in milliseconds. */
export async function tryRedis(url: string): Promise<number> {
  const redis = await openRedis(url)
  let why: Error | undefined
  redis.on('error', (error) => {
    why = error
  })
  try {
    await redis.connect()
    const passed = stopwatch()
    await redis.grantRequests('requests:nobody', 'requests:account:nobody', windowMs, 1, 0, 1, 0, 0, 0, 0, 1)
    return passed()
  } catch (error) {
    // The first error says what is wrong; the later one only that the connection is closed.
    throw why ?? error
  } finally {
    redis.disconnect()
  }
}

/** Loads the library on demand: installations without Redis save 50 ms at start, and memory. */
async function openRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: answerMsMax,
    connectTimeout: answerMsMax,
    socketTimeout: 2 * answerMsMax,
    retryStrategy: (times) => Math.min(100 * times, pauseMsMax),
  })
  // Failures are also emitted as events; without a listener they would end the process.
  redis.on('error', () => {})
  redis.defineCommand('grantRequests', { numberOfKeys: 2, lua: script })
  return redis
}

const nothing = { used: 0, freeInMs: null }
const unknownCredential: CounterResult = {
  isKnown: false,
  requestsGranted: 0,
  uploadsGranted: 0,
  requests: nothing,
  uploads: nothing,
}

/** If nothing was used before, the requests granted now are the first to leave the window. */
function resultOf(reply: Reply, { uploads }: CounterUpdate, id: number): CounterResult {
  const [requestsGranted, uploadsGranted, requestsUsed, uploadsUsed, ...others] = reply
  const [requestsFreeMs = -1, uploadsFreeMs = -1, accountUsed = 0, accountFreeMs = -1] = others
  const granted = requestsGranted + uploadsGranted
  const free = (ms: number, granted: number) => (ms >= 0 ? ms : granted > 0 ? windowMs : null)
  return {
    isKnown: true,
    requestsGranted,
    uploadsGranted,
    requests: { used: requestsUsed, freeInMs: free(requestsFreeMs, granted) },
    uploads: { used: uploadsUsed, freeInMs: uploads > 0 ? free(uploadsFreeMs, uploadsGranted) : null },
    account: { id, granted, used: accountUsed, freeInMs: free(accountFreeMs, granted) },
  }
}

/** Looks up the accounts of valid credentials: each no more than once a second, all new ones in one statement. */
function accountLookup(db: Database, validCredentials: ValidCredentials) {
  const passed = stopwatch()
  const confirmed = rotatingCache(() => ({ until: 0, account: undefined as number | undefined }), credentialsMax)
  const keyOf = ({ hash }: { readonly hash: Buffer }): string => hash.toString('base64')
  return async (wanted: readonly CounterUpdate[]): Promise<(each: CounterUpdate) => number | undefined> => {
    const known = (each: CounterUpdate) => confirmed(keyOf(each), passed())
    const open = wanted.filter((each) => known(each).until <= passed()).map(({ hash }) => hash)
    const accounts = new Map<string, number>()
    for (const each of wanted) {
      const { account, until } = known(each)
      if (account !== undefined && until > passed()) accounts.set(keyOf(each), account)
    }
    if (open.length === 0) return (each) => accounts.get(keyOf(each))
    const valid = await db.many<{ hash: Buffer; account: number }>(sql`
      with requested as materialized (select * from unnest(${open}::bytea[]) as requested (hash)) ${validCredentials(db)}`)
    for (const { hash, account } of valid) {
      Object.assign(confirmed(keyOf({ hash }), passed()), { until: passed() + trustMs, account })
      accounts.set(keyOf({ hash }), account)
    }
    return (each) => accounts.get(keyOf(each))
  }
}
