import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import type { Sql } from '../../server/platform/sql.ts'
import { textOf } from '../../server/platform/sql.ts'
import { firstExecutor, firstOfPgbench } from '../dataset-facts.ts'
import { marks } from '../scenario.ts'
import { statementOf } from '../script.ts'
import { openOffer, reserveOne } from './statements.ts'

/*
 * A minimal server with only node:http and `pg`: no credentials, limits, validation, events or jobs. Shows what the machine can
 * do if a request is one prepared statement, or a page that is stringified from memory. Arguments: the database URL, the number of
 * executors, and the address and token at which it gets that page.
 */

const [, , url = '', executors = '1', pageUrl = '', token = ''] = process.argv
const connections = 16

const prepared = (name: string, statement: Sql) => ({ name, text: textOf(statement) })
const detail = prepared(
  'detail',
  statementOf((db) => openOffer(db)),
)
const made = { id: marks.newReservation, executor: marks.executor, offer: marks.offer }
const reserve = prepared(
  'reserve',
  statementOf((db) => reserveOne(db, made)),
)
/** The order of the offer's, reservation's and executor's ids in the statement. */
const reserveValues = statementOf((db) => reserveOne(db, made)).values

const pool = new pg.Pool({ connectionString: url, max: connections })
pool.on('error', () => {})
let turn = 0

const pageAnswer = await fetch(pageUrl, { headers: { authorization: `Bearer ${token}` } })
const page: unknown = await pageAnswer.json()

async function resultFor(path: string): Promise<unknown> {
  const offer = Number(/\/(\d+)/.exec(path)?.[1] ?? 0)
  if (path.endsWith('/reserve')) {
    const index = turn++
    const ids = new Map<unknown, number>([
      [marks.newReservation, firstOfPgbench + index],
      [marks.executor, firstExecutor + (index % Number(executors))],
      [marks.offer, offer],
    ])
    return (await pool.query({ ...reserve, values: reserveValues.map((mark) => ids.get(mark)) })).rows
  }
  return offer ? (await pool.query({ ...detail, values: [offer] })).rows : page
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
}

const server = createServer((request, response) => {
  resultFor(request.url ?? '').then(
    (result) => answer(response, Array.isArray(result) && result.length === 0 ? 409 : 200, result),
    (error: Error) => answer(response, 500, error.message),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`bare is ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
