import { Webhook } from 'standardwebhooks'
import type { Acknowledged } from './acknowledged.ts'
import type { Delivery, Evidence, Row } from './evidence.ts'

const shownMax = 5

/** Checks that every event arrived signed and unchanged, and that there are as many as things happened. */
export function checkEvents({ acknowledged, delivered, secrets }: Evidence, rows: readonly Row[]): string[] {
  const bodies = new Map<string, string>()
  const wrong = delivered.flatMap((each) => [...unsigned(each, secrets), ...changed(each, bodies)])
  const known = new Set(rows.map((row) => `evt_${row['id']}`))
  const never = rows.filter((row) => !bodies.has(`${row['account']} evt_${row['id']}`))
  const strange = [...bodies.keys()].filter((key) => !known.has(key.split(' ')[1] ?? ''))
  return [
    ...wrong.slice(0, shownMax),
    ...never
      .slice(0, shownMax)
      .map((row) => `an event never arrived: ${row['id']} ${row['kind']} of ${row['account']}`),
    ...strange.slice(0, shownMax).map((key) => `what arrived did not happen: ${key}`),
    ...rows.flatMap((row) => misnumbered(row, bodies)).slice(0, shownMax),
    ...miscounted(acknowledged, rows).slice(0, shownMax),
  ]
}

function unsigned({ subscriber, id, timestamp, signature, body }: Delivery, secrets: Evidence['secrets']): string[] {
  const signed = new Webhook(secrets.get(Number(subscriber)) ?? '').sign(id, new Date(Number(timestamp) * 1000), body)
  return signature.split(' ').includes(signed) ? [] : [`a delivery to ${subscriber} is not signed: ${id}`]
}

/** Events with the same id must have identical bytes. */
function changed({ subscriber, id, body }: Delivery, bodies: Map<string, string>): string[] {
  const key = `${subscriber} ${id}`
  const first = bodies.get(key) ?? body
  bodies.set(key, first)
  return first === body ? [] : [`${key} arrived with two bodies`]
}

function misnumbered(row: Row, bodies: ReadonlyMap<string, string>): string[] {
  const body = bodies.get(`${row['account']} evt_${row['id']}`)
  if (body === undefined) return []
  const { id, sequence, type } = JSON.parse(body)
  const isRight =
    id === `evt_${row['id']}` && sequence === row['sequence'] && type === row['kind'] && body === row['body']
  return isRight ? [] : [`event ${row['id']} arrived as ${id}, ${type}, ${sequence}`]
}

/** Compares the expected with the actual number of events of each kind, per task and report. */
function miscounted({ tasks, works }: Acknowledged, rows: readonly Row[]): string[] {
  const accepted = (task: number) =>
    [...works.values()].filter((work) => work.task === task && work.status === 'Accepted').length
  const due = new Map<string, number>()
  for (const [id, { slots, pauses, status }] of tasks) {
    due.set(`task.created ${id}`, 1)
    due.set(`task.moderated ${id}`, 1)
    due.set(`task.paused ${id}`, pauses)
    if (accepted(id) === slots) due.set(`task.completed ${id}`, 1)
    if (status === 'Archived') due.set(`task.archived ${id}`, 1)
  }
  for (const [id, { events }] of works)
    for (const [kind, count] of Object.entries(events)) due.set(`${kind} ${id}`, count)
  const there = new Map<string, number>()
  for (const row of rows) {
    const key = `${row['kind']} ${row['execution'] ?? row['offer']}`
    there.set(key, (there.get(key) ?? 0) + 1)
  }
  const keys = [...new Set([...due.keys(), ...there.keys()])]
  return keys
    .filter((key) => (due.get(key) ?? 0) !== (there.get(key) ?? 0))
    .map((key) => `${there.get(key) ?? 0} events tell of ${key}, and not ${due.get(key) ?? 0}`)
}
