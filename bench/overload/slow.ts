import { slowBody, slowHeaders, slowly } from '../../test/support/inputs/slow.ts'
import { mean } from '../results.ts'
import type { Slow } from './report.ts'

/** Measures a constant load. */
type Measure = () => Promise<{ readonly p50: number; readonly p99: number }>

const each = 500
const quickEach = 50

/** Measures with and without slow clients, in turns, in reverse order every second time. */
export async function measureSlow(port: number, bearer: string, measure: Measure, quick: boolean): Promise<Slow[]> {
  const count = quick ? quickEach : each
  const alone: Awaited<ReturnType<Measure>>[] = []
  const beside: typeof alone = []
  let cut: number[] = []
  for (let round = 0; round < (quick ? 1 : 4); round++) {
    const withThem = async () => {
      const slow = await Promise.all(
        Array.from({ length: 2 * count }, (_, index) =>
          slowly(port, ...(index % 2 === 0 ? slowHeaders : slowBody(bearer))),
        ),
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
