import pg from 'pg'
import { stopwatch } from '../../../server/platform/clock.ts'
import { longest } from './probe.ts'

/** Writes a row ten times a second, whatever became of those before, and remembers which were acknowledged, and when. */
export type Rows = {
  /** From now on. Call what it answers: the longest time in which nothing was written, in milliseconds. */
  watch(): () => number
  /** Writes no more; says how many were acknowledged, and which of them are not there. */
  examine(): Promise<{ readonly acknowledged: number; readonly lost: readonly number[] }>
  stop(): Promise<void>
}

const everyMs = 100
const answerMsMax = 2_000

/** `url`: a database of the set, through HAProxy, for somebody who may make a table there. */
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
  // Who is not answered does not know: that row may be there, or not.
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
