import { parseArgs } from 'node:util'

export const usage = `
npm run bench                        every goal, in about 25 minutes; writes bench/results/
npm run bench -- --quick             the same on little data in about two minutes; writes nothing
npm run bench -- reserve accept      goals whose name contains one of the words; writes nothing
npm run bench -- bulk                the acceptance of 1,000 reports in one request; writes bench/results/
npm run bench -- webhooks            backlogs and delays of deliveries on loopback; writes bench/results/
npm run bench -- items               an import of 1,000,000 items, lists of items and results; writes bench/results/
npm run bench -- quality             right results and their cost, by simulated executors; writes bench/results/
npm run bench -- offer-index         the offer index alone
npm run bench -- compare             three operations, also in a NestJS and Prisma service
npm run bench -- console             time and size of first pages, and speed in use; writes bench/results/
npm run bench -- walk                speed and browser cost of a hundred pages of lists of 100,000
npm run bench -- overload            one to five times the capacity; load with slow clients; memory
  --size 10000,100000,1000000   active offers; with words 100000
  --reports 10000,1000000       reports of one advertiser
  --clients 32,1                connections, each with one request at a time
  --seconds 2  --rounds 2       duration and number of measurements; the median counts
  --rate 2000                   requests a second of the open loop; default: half the closed loop's rate; 0: no open loop
  --executors 20000  --seed 1
  --keep                        keeps seeded data under .cache/ for the next run with --keep
  --no-pgbench  --no-bare       without the comparisons
  --profile FOLDER              writes a CPU profile of the server there
`

export type Part = 'goals' | (typeof named)[number]

export type Options = {
  readonly parts: readonly Part[]
  /** Only goals whose name contains one of these words are measured. If empty, all are. */
  readonly words: readonly string[]
  readonly sizes: readonly number[]
  readonly reports: readonly number[]
  readonly seed: number
  readonly executors: number
  readonly advertisers: number
  readonly clients: readonly number[]
  readonly seconds: number
  readonly rounds: number
  /** Requests per second; undefined: half of the closed loop's throughput. */
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
}
const quickly = {
  size: '1000,4000',
  reports: '1000,4000',
  seconds: '0.3',
  rounds: '1',
  executors: '2000',
}

/** Returns undefined if the arguments are invalid or ask for help. */
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

const named = ['bulk', 'items', 'quality', 'webhooks', 'offer-index', 'compare', 'console', 'walk', 'overload'] as const

/** Words other than part names filter the goals; without any argument, all goals are measured. */
function wordsIn(positionals: readonly string[]): Pick<Options, 'parts' | 'words'> {
  const words = positionals.filter((word) => !named.some((part) => part === word))
  const parts = named.filter((part) => positionals.includes(part))
  return { parts: words.length > 0 || parts.length === 0 ? ['goals', ...parts] : parts, words }
}

const options = {
  size: { type: 'string' },
  reports: { type: 'string' },
  clients: { type: 'string', default: '32,1' },
  seconds: { type: 'string' },
  rounds: { type: 'string' },
  rate: { type: 'string' },
  executors: { type: 'string' },
  seed: { type: 'string', default: '1' },
  keep: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  pgbench: { type: 'boolean', default: true },
  bare: { type: 'boolean', default: true },
  profile: { type: 'string' },
  help: { type: 'boolean' },
} as const
