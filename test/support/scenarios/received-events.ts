import { dispatchEvents } from '../../../server/webhooks/events/actions-dispatch.ts'
import { expectOk, type Person } from '../fixtures.ts'
import type { Market } from '../market.ts'

/** An event as the account receives it. */
export type ReceivedEvent = {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly sequence: number
  readonly truncated?: boolean
  readonly data: any
}

/** Dispatches all pending events. */
export async function tellAll({ ctx, logger }: Market): Promise<void> {
  while ((await dispatchEvents(ctx, logger)) > 0);
}

/** Dispatches pending events. Returns the account's events of these kinds, or of the default kinds. */
export async function receivedBy(market: Market, { b }: Person, kinds?: readonly string[]): Promise<ReceivedEvent[]> {
  const types = kinds ? `&types=${kinds.join(',')}` : ''
  await tellAll(market)
  const all: ReceivedEvent[] = []
  for (let after = 0, more = true; more; ) {
    const { items, nextAfter, hasMore } = expectOk(await b.get(`/v1/events?limit=100&after=${after}${types}`))
    all.push(...items)
    after = nextAfter
    more = hasMore
  }
  return all
}

export const receivedKinds = async (market: Market, person: Person): Promise<string[]> =>
  (await receivedBy(market, person)).map(({ type }) => type)
