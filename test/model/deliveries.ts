import { Webhook } from 'standardwebhooks'
import { sql } from '../../server/platform/sql.ts'
import type { Received } from '../support/fakes/receiver.ts'
import type { World } from './world.ts'

/** An event as it is stored. */
export type Told = { readonly id: number; readonly account: number; readonly sequence: number; readonly body: string }

/** Reads the events of the accounts with an endpoint. Challenges have no number. */
export const eventsOf = ({ owner }: World, accounts: readonly number[]): Promise<Told[]> =>
  owner.many<Told>(sql`
    select id, account, sequence, body from events where account = any(${accounts}::bigint[]) and sequence is not null`)

/** Returns the ids of the received events. */
export const receivedIds = (received: readonly Received[]): Set<number> =>
  new Set(received.map(({ event }) => Number(String(event.id).replace('evt_', ''))))

/**
 * Returns what is wrong with what arrived: each event must arrive at its account, signed, with the stored bytes each time, and
 * nothing else may. The last segment of a path is the account; `secrets` are by account.
 */
export function wrongDeliveries(
  received: readonly Received[],
  secrets: ReadonlyMap<number, string>,
  events: readonly Told[],
): string[] {
  const due = new Map(events.map((event) => [`${event.account} evt_${event.id}`, event]))
  const arrived = new Set<string>()
  const wrong = received.flatMap(({ path, headers, body }) => {
    const account = Number(path.split('/').at(-1))
    const [id = '', at = ''] = [headers['webhook-id'], headers['webhook-timestamp']]
    const [key, signed] = [
      `${account} ${id}`,
      new Webhook(secrets.get(account) ?? '').sign(id, new Date(Number(at) * 1000), body),
    ]
    arrived.add(key)
    const event = due.get(key)
    return [
      ...(headers['webhook-signature']?.split(' ').includes(signed) ? [] : [`a delivery is not signed: ${key}`]),
      ...(event ? [] : [`what arrived did not happen: ${key}`]),
      ...(!event || event.body === body ? [] : [`an event arrived otherwise than it is stored: ${key}`]),
    ]
  })
  return [
    ...wrong,
    ...[...due.keys()].filter((key) => !arrived.has(key)).map((key) => `an event never arrived: ${key}`),
  ]
}
