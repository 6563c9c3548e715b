import { type Measured, pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import {
  busiest,
  bytesLeft,
  type Cost,
  coresFor,
  fullest,
  type Need,
  needs,
  offersAYear,
  perOffer,
  sumOf,
} from './model.ts'

const costHead = [
  'operation',
  'requests/s',
  'CPU µs: server',
  'PostgreSQL',
  'rows inserted',
  'updated',
  'of them HOT',
  'WAL bytes',
  'bytes left for ever',
  'for 30 days at most',
]

function costCells({ name, served, written }: Cost): string[] {
  const sum = (member: 'inserted' | 'updated' | 'hot') =>
    fine([...written.tables.values()].reduce((all, each) => all + each[member], 0))
  const left = bytesLeft(written)
  return [
    name,
    whole(served.perSecond),
    whole(served.serverCpuUs),
    whole(served.databaseCpuUs),
    sum('inserted'),
    sum('updated'),
    sum('hot'),
    whole(written.walBytes),
    whole(left.forEver),
    whole(left.forAWhile),
  ]
}

const tableHead = ['operation', 'table', 'inserted', 'updated', 'of them HOT', 'deleted', 'bytes']
const tableCells = ({ name, written }: Cost): string[][] =>
  [...written.tables]
    .filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted > 0.005)
    .map(([table, { inserted, updated, hot, deleted, bytes }]) => [
      name,
      table,
      ...[inserted, updated, hot, deleted].map(fine),
      whole(bytes),
    ])

const giga = 1e9
const needHead = [
  'operation',
  'an offer',
  'requests a year',
  'a second',
  'core-hours: server',
  'PostgreSQL',
  'rows written, 10⁹',
  'WAL, GB',
  'kept for ever, GB',
  'kept for a while, GB',
]
const needCells = (need: Need): string[] => [
  need.name,
  need.name in perOffer ? String(perOffer[need.name]) : '',
  whole(need.requests),
  whole(need.perSecond),
  whole(need.serverHours),
  whole(need.databaseHours),
  fine(need.rows / giga),
  whole(need.walBytes / giga),
  whole(need.bytesForEver / giga),
  whole(need.bytesForAWhile / giga),
]

const about = `What each operation costs: measured one operation at a time, over HTTP with 32 connections, with the embedded database and
its jobs; rows and bytes with what follows from it, once its events are dispatched (nobody subscribes). The log is counted
without full pages: of a page that changes for the first time behind a checkpoint, all is logged once.`

export function markdownOf(report: Measured['report'], costs: readonly Cost[]): string {
  const needed = needs(costs)
  const all = sumOf(needed)
  const cores = (hours: number) => fine(coresFor(hours))
  const computed = `Computed from it: a year of ${whole(offersAYear)} offers, each with so many requests of each kind. With
${busiest} times as much in the busiest hour as on average, and machines no more than ${fullest * 100} % busy then, that takes
${cores(all.serverHours)} cores for the server and ${cores(all.databaseHours)} for PostgreSQL.`
  return pageOf(report, {
    of: 'capacity',
    about,
    tables: [
      [costHead, costs.map(costCells), 'Measured, for each request.'],
      [tableHead, costs.flatMap(tableCells), 'Measured, for each request and table.'],
      [needHead, [...needed, all].map(needCells), computed],
    ],
  })
}
