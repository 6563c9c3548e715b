import pg from 'pg'
import { stopwatch } from '../../../server/platform/clock.ts'
import { longest } from './probe.ts'

/** Writes a row ten times a second, regardless of earlier results, and records which ones were acknowledged and when. */
export type Rows = {
  /** Starts measuring. The returned function gives the longest time without a write, in milliseconds. */
  watch(): () => number
  /** Stops writing. Returns the number of acknowledged rows and which of them are missing. */
  examine(): Promise<{ readonly acknowledged: number; readonly lost: readonly number[] }>
  stop(): Promise<void>
}

const everyMs = 100
const answerMsMax = 2_000

/** `url`: a database of the set, through HAProxy, for a role that may create tables. */
export async function openRows(url: string): Promise<Rows> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
  })
  pool.on('error', () => {})
  await pool.query('create table probe (serial integer primary key)')
  const [passed, written] = [stopwatch(), new Map<number, number>()]
  let serial = 0
  const write = async (mine: number) => {
    await pool.query('insert into probe values ($1)', [mine])
    written.set(mine, passed())
  }
  // Without a response the outcome is unknown: the row may or may not exist.
  const timer = setInterval(() => void write(serial++).catch(() => {}), everyMs)
  return {
    watch: () => {
      const since = passed()
      return () => longest([...written.values()], since, passed())
    },
    examine: async () => {
      clearInterval(timer)
      const acknowledged = [...written.keys()]
      const { rows } = await pool.query<{ serial: number }>('select serial from probe')
      const there = new Set(rows.map((row) => row.serial))
      return { acknowledged: acknowledged.length, lost: acknowledged.filter((mine) => !there.has(mine)) }
    },
    stop: async () => {
      clearInterval(timer)
      await pool.end()
    },
  }
}
