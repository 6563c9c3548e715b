import type { Id } from '../../values/id.ts'
import { apiVersion, publicEventId } from './event.ts'

export const testKind = 'webhook.test'

type TestEvent = {
  readonly event: Id<'event'>
  readonly account: Id<'account'>
  readonly endpoint: Id<'endpoint'>
  readonly happenedAt: Date
  readonly livemode: boolean
}

/** Returns the body of a test event. Its sequence number is 0, because it is not part of the account's feed. */
export const testPayload = ({ event, account, endpoint, happenedAt, livemode }: TestEvent): string =>
  JSON.stringify({
    id: publicEventId(event),
    type: testKind,
    timestamp: happenedAt.toISOString(),
    apiVersion,
    livemode,
    accountId: account,
    sequence: 0,
    data: { webhookId: endpoint, message: 'This is a test. Nothing happened.' },
  })
