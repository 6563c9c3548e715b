import { keepLast, ofEach } from '../values/kept.ts'
import type { Asker } from './actions-shown.ts'
import { audienceOf, misfits } from './audience.ts'
import type { Board } from './board.ts'

/** For so many different askers it is remembered who they are eligible to; of the audiences of a board, a byte each. */
const askersMax = 1_000
const fitsBy = ofEach((_board: Board) => keepLast<string, Uint8Array>(askersMax))

/** Which audiences of the board who asks is within (1), by their numbers: each is judged once for all who are alike. */
export function fitsOn(board: Board, asker: Asker): Uint8Array {
  const { audiences } = board.kinds
  const known = fitsBy(board)
  const last = known.get(asker.key)
  if (last?.length === audiences.length) return last
  const fits = new Uint8Array(audiences.length)
  if (last) fits.set(last)
  for (let number = last?.length ?? 0; number < fits.length; number++)
    fits[number] = isWithin(audiences[number] as string, asker) ? 1 : 0
  known.set(asker.key, fits)
  return fits
}

const isWithin = (audience: string, { profile, now, ageFloor }: Asker): boolean =>
  misfits(audienceOf(audience), profile, now, ageFloor).length === 0
