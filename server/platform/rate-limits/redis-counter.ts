import type { Redis, Result } from 'ioredis'
import { stopwatch } from '../clock.ts'
import type { Database } from '../database/db.ts'
import { windowMs } from './local-window.ts'
import type { Demand, Grant, SharedCounter } from './shared-counter.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Returns the requests granted, then for each key the requests in the minute and the milliseconds until one leaves it, or -1. */
    grantRequests(keyCount: number, ...keysAndInputs: (string | number)[]): Result<readonly number[], Context>
  }
}

/** One list for each subject: the times in microseconds of its requests, earliest first. Redis runs nothing else during the script. */
const script = `
local minute, wanted, owed = ARGV[1] * 1000, tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2] + ARGV[2] * 1000
local function at(key, index) return tonumber(redis.call('LINDEX', key, index) or nil) end
local function push(key, count)
  for _ = 1, count do redis.call('RPUSH', key, string.format('%.0f', now)) end
end
for _, key in ipairs(KEYS) do
  local last = at(key, -1)
  if last and last > now + minute then redis.call('DEL', key) elseif last and last > now then now = last end
end
local granted = wanted
for index, key in ipairs(KEYS) do
  local first = at(key, 0)
  while first and first <= now - minute do
    redis.call('LPOP', key)
    first = at(key, 0)
  end
  push(key, owed)
  granted = math.max(0, math.min(granted, ARGV[4 + index] - redis.call('LLEN', key)))
end
local reply = { granted }
for _, key in ipairs(KEYS) do
  push(key, granted)
  if owed + granted > 0 then redis.call('PEXPIRE', key, ARGV[1]) end
  local first = at(key, 0)
  table.insert(reply, redis.call('LLEN', key))
  table.insert(reply, first and math.ceil((first + minute - now) / 1000) or -1)
end
return reply`

/** Longer than any request waits: no caller needs a later answer. */
const answerMsMax = 1000
const pauseMsMax = 1000

export function redisCounter({ clock }: Pick<Database, 'clock'>, url: string): SharedCounter {
  const opened = openRedis(url)
  return {
    ready: async () => (await opened).connect(),
    grant: async (demands) => {
      const redis = await opened
      return Promise.all(demands.map((each) => grant(redis, each, clock.offsetMs)))
    },
    close: async () => (await opened).disconnect(),
  }
}

async function grant(redis: Redis, { limits, wanted, owed }: Demand, offsetMs: number): Promise<Grant> {
  const keys = limits.map(({ subject }) => `requests:${subject}`)
  const most = limits.map((limit) => limit.most)
  const inputs = [windowMs, Math.round(offsetMs), wanted, owed, ...most]
  const [granted = 0, ...usages] = await redis.grantRequests(keys.length, ...keys, ...inputs)
  const usageAt = (index: number) => {
    const [used = 0, freeInMs = -1] = usages.slice(2 * index)
    return { used, freeInMs: freeInMs < 0 ? null : freeInMs }
  }
  return { granted, usages: [...keys.keys()].map(usageAt) }
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
    await grant(redis, { limits: [{ subject: 'nobody', most: 1 }], wanted: 1, owed: 0 }, 0)
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
  redis.defineCommand('grantRequests', { lua: script })
  return redis
}
