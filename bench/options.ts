import { parseArgs } from 'node:util'
import type { Size } from './seed.ts'

export const usage = `
npm run bench                        everything, in about eight minutes; writes bench/results/
npm run bench -- reserve accept      the work whose name contains one of the words; prints, and writes nothing
npm run bench -- edge                what an Idempotency-Key and the limits add to a request; writes bench/results/
npm run bench -- webhooks            deliveries to a receiver on loopback, how many and how late; writes bench/results/
  --clients 32,1     so many connections at once, each with one request at a time
  --seconds 4        measured for each row, in as many rounds as --rounds says, 2; of webhooks 2,500 events for each second
  --offers 20000  --executors 20000  --seed 1
  --no-pgbench       the server alone
  --profile FOLDER   the server writes a CPU profile there when it ends
`

export type Part = 'operations' | 'edge' | 'webhooks'

export type Options = Size & {
  readonly parts: readonly Part[]
  /** Of operations: those whose name contains one of them; all where there is none. */
  readonly words: readonly string[]
  readonly clients: readonly number[]
  readonly seconds: number
  readonly rounds: number
  readonly pgbench: boolean
  readonly profile: string | undefined
}

const advertisers = 200

/** Undefined where they cannot be read, or help is wanted. */
export function readOptions(args: readonly string[]): Options | undefined {
  const number = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN)
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, allowNegative: true, options })
    const { clients, seconds, rounds, offers, executors, seed, profile, pgbench } = values
    const counts = {
      seconds: number(seconds),
      rounds: number(rounds),
      offers: number(offers),
      executors: number(executors),
    }
    const read = { ...counts, clients: clients.split(',').map(number), seed: number(seed) }
    if (values.help || [...Object.values(counts), ...read.clients].some((count) => !(count > 0))) return undefined
    return { ...read, ...wordsIn(positionals), advertisers, pgbench, profile }
  } catch {
    return undefined
  }
}

const named: readonly Part[] = ['edge', 'webhooks']

/** A word that is no part's name asks for operations; so does no word at all, and then for everything. */
function wordsIn(asked: readonly string[]): Pick<Options, 'parts' | 'words'> {
  if (asked.length === 0) return { parts: ['operations', ...named], words: [] }
  const words = asked.filter((word) => !named.some((part) => part === word))
  const parts = named.filter((part) => asked.includes(part))
  return { parts: words.length > 0 ? ['operations', ...parts] : parts, words }
}

const options = {
  clients: { type: 'string', default: '32,1' },
  seconds: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '2' },
  offers: { type: 'string', default: '20000' },
  executors: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  pgbench: { type: 'boolean', default: true },
  profile: { type: 'string' },
  help: { type: 'boolean' },
} as const
