import ipaddr from 'ipaddr.js'
import { RateLimited } from '../platform/http-limits.ts'
import type { Around } from './actions-sign-in-library.ts'
import type { Guess } from './guess.ts'
import { countGuess, isKnownAt } from './sql-guesses.ts'

/** Counts a guess at a password; refuses those beyond. */
export async function mayGuess({ db }: Pick<Around, 'db'>, guess: Guess): Promise<void> {
  const { guesses, waitSeconds } = await countGuess(db, guess)
  if (guesses > guess.most) throw RateLimited({ 'violated-policies': ['guesses'], retryAfterSeconds: waitSeconds })
}

/** Who is signed in from there already is not kept out by those who guess elsewhere; their address has a limit, too. */
export const isAtHome = async ({ db }: Pick<Around, 'db'>, email: string, address: string): Promise<boolean> =>
  (await isKnownAt(db, email, keptAddress(address))) !== undefined

/** As the library keeps addresses with sessions: of IPv6 the network of 64 bits, in full. */
function keptAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = [...address.parts.slice(0, 4), 0, 0, 0, 0]
  return network.map((part) => part.toString(16).padStart(4, '0')).join(':')
}
