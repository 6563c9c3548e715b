import { parseArgs } from 'node:util'

export const usage = `
npm run bench                        every row of the table of goals, in about 25 minutes; writes bench/results/
npm run bench -- --quick             the same on little, and for moments: whether all of it runs, in about two minutes
npm run bench -- reserve accept      the work whose name contains one of the words; prints, and writes nothing
npm run bench -- edge                what an Idempotency-Key and the limits add to a request; writes bench/results/
npm run bench -- webhooks            deliveries to a receiver on loopback, how many and how late; writes bench/results/
npm run bench -- board                the structure behind the list of available offers, by itself
npm run bench -- compare             the same three operations by a textbook service of NestJS and Prisma
npm run bench -- console             the first page of an executor: how long it takes, what it weighs
npm run bench -- walk                a hundred pages of lists of 100,000 in a browser: how fast they come, what they cost it
npm run bench -- overload             one to five times what the server can do; slow clients beside a load; what memory it takes
npm run bench -- day                 a day of a marketplace, by 1, 2 and 4 processes at rising scales; writes bench/results/
npm run bench -- scaling             the tables of docs/scaling.md, from the newest of these results
npm run bench -- capacity            what each operation costs: processors, rows, bytes; and what a year would need
  --size 10000,100000,1000000   so many active offers; with words 100000
  --reports 10000,1000000       so many reports of one advertiser
  --clients 32,1                so many connections at once, each with one request at a time
  --seconds 2  --rounds 2       of each measurement, and how many of each: the median counts
  --rate 2000                   requests a second of the open loop; else half of what the closed loop gave; 0: no open loop
  --executors 20000  --seed 1
  --scale 2,4,6,8,10 --processes 1,2,4   of a day: executions a second on average, and processes that serve; it lasts 15 times --seconds
  --keep                        keeps what was seeded under .cache/ for the next run with --keep
  --no-pgbench  --no-bare       the server without what it is compared with
  --profile FOLDER              the server writes a CPU profile there when it ends
`

export type Part = 'goals' | (typeof named)[number]

export type Options = {
  readonly parts: readonly Part[]
  /** Of the goals: those rows whose name contains one of them; all where there is none. */
  readonly words: readonly string[]
  readonly sizes: readonly number[]
  readonly reports: readonly number[]
  readonly seed: number
  readonly executors: number
  readonly advertisers: number
  readonly clients: readonly number[]
  /** Of a day: executions a second, and processes that serve. */
  readonly scales: readonly number[]
  readonly processes: readonly number[]
  readonly seconds: number
  readonly rounds: number
  /** Requests a second; undefined: half of what the closed loop gave. */
  readonly rate: number | undefined
  readonly keep: boolean
  readonly quick: boolean
  readonly pgbench: boolean
  readonly bare: boolean
  readonly profile: string | undefined
}

const advertisers = 200

const ordinary = {
  size: '10000,100000,1000000',
  reports: '10000,1000000',
  seconds: '2',
  rounds: '2',
  executors: '20000',
  scale: '2,4,6,8,10',
  processes: '1,2,4',
}
const quickly = {
  ...{ size: '1000,4000', reports: '1000,4000', seconds: '0.3', rounds: '1', executors: '2000' },
  ...{ scale: '4', processes: '1,2' },
}

/** Undefined where they cannot be read, or help is wanted. */
export function readOptions(args: readonly string[]): Options | undefined {
  const number = (text: string) => (/^\d{1,7}(?:\.\d)?$/.test(text) ? Number(text) : Number.NaN)
  const numbers = (text: string) => text.split(',').map(number)
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, allowNegative: true, options })
    const { profile, pgbench, bare, quick, keep, rate } = values
    const asked = wordsIn(positionals)
    const usual = quick ? quickly : { ...ordinary, ...(asked.words.length > 0 ? { size: '100000' } : {}) }
    const lists = {
      sizes: numbers(values.size ?? usual.size),
      reports: numbers(values.reports ?? usual.reports),
      clients: numbers(values.clients),
      scales: numbers(values.scale ?? usual.scale),
      processes: numbers(values.processes ?? usual.processes),
    }
    const counts = {
      seconds: number(values.seconds ?? usual.seconds),
      rounds: number(values.rounds ?? usual.rounds),
      executors: number(values.executors ?? usual.executors),
    }
    const seed = number(values.seed)
    const wrong = [...Object.values(lists).flat(), ...Object.values(counts)].some((count) => !(count > 0))
    if (values.help || wrong || Number.isNaN(seed)) return undefined
    const rest = {
      advertisers,
      pgbench,
      bare,
      quick,
      keep,
      profile,
      rate: rate === undefined ? undefined : number(rate),
    }
    return { ...asked, ...lists, ...counts, ...rest, seed }
  } catch {
    return undefined
  }
}

const named = ['edge', 'webhooks', 'capacity', 'board', 'compare', 'console', 'walk', 'overload', 'day'] as const

/** A word that is no part's name asks for rows of the goals; so does no word at all. */
function wordsIn(asked: readonly string[]): Pick<Options, 'parts' | 'words'> {
  const words = asked.filter((word) => !named.some((part) => part === word))
  const parts = named.filter((part) => asked.includes(part))
  return { parts: words.length > 0 || parts.length === 0 ? ['goals', ...parts] : parts, words }
}

const options = {
  size: { type: 'string' },
  reports: { type: 'string' },
  clients: { type: 'string', default: '32,1' },
  seconds: { type: 'string' },
  rounds: { type: 'string' },
  rate: { type: 'string' },
  scale: { type: 'string' },
  processes: { type: 'string' },
  executors: { type: 'string' },
  seed: { type: 'string', default: '1' },
  keep: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  pgbench: { type: 'boolean', default: true },
  bare: { type: 'boolean', default: true },
  profile: { type: 'string' },
  help: { type: 'boolean' },
} as const
