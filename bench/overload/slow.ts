import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { mean } from '../results.ts'
import type { Slow } from './report.ts'

/** A measurement of the load that is always the same: alone, or beside others. */
type Measure = () => Promise<{ readonly p50: number; readonly p99: number }>

const each = 500
const dripMs = 1000
const quickEach = 50

type Cut = { readonly socket: Socket; readonly seconds: Promise<number> }

/** Sends a beginning, and then one byte each second, until it is cut. */
async function slowly(port: number, beginning: string, drop: string): Promise<Cut> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const start = performance.now()
  socket.write(beginning)
  socket.resume()
  const drip = setInterval(() => socket.write(drop), dripMs)
  const seconds = once(socket, 'close').then(() => {
    clearInterval(drip)
    return (performance.now() - start) / 1000
  })
  return { socket, seconds }
}

const kinds = (bearer: string) => ({
  headers: { beginning: 'GET /v1/balance HTTP/1.1\r\nHost: x\r\nX-A: ', drop: 'a' },
  bodies: {
    beginning: `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
    drop: ' ',
  },
})

/** Alone and beside slow clients, by turns, in the opposite order every second time. */
export async function measureSlow(port: number, bearer: string, measure: Measure, quick: boolean): Promise<Slow[]> {
  const count = quick ? quickEach : each
  const alone: Awaited<ReturnType<Measure>>[] = []
  const beside: typeof alone = []
  let cut: number[] = []
  for (let round = 0; round < (quick ? 1 : 4); round++) {
    const withThem = async () => {
      const { headers, bodies } = kinds(bearer)
      const slow = await Promise.all(
        Array.from({ length: 2 * count }, (_, place) => {
          const { beginning, drop } = place % 2 === 0 ? headers : bodies
          return slowly(port, beginning, drop)
        }),
      )
      beside.push(await measure())
      cut = [...cut, ...(await Promise.all(slow.map(({ seconds }) => seconds)))]
    }
    if (round % 2 === 1) await withThem()
    alone.push(await measure())
    if (round % 2 === 0) await withThem()
  }
  const of = (all: typeof alone) => ({ p50: mean(all.map(({ p50 }) => p50)), p99: mean(all.map(({ p99 }) => p99)) })
  const found = { beside: `${count} with slow headers, ${count} with slow bodies`, alone: of(alone), with: of(beside) }
  return [{ ...found, ratio: found.with.p99 / found.alone.p99, cutSeconds: Math.max(...cut) }]
}
