import type { Id } from '../../values/id.ts'
import { apiVersion, shownEvent } from '../event.ts'

export const testKind = 'webhook.test'

type TestEvent = {
  readonly event: Id<'event'>
  readonly account: Id<'account'>
  readonly endpoint: Id<'endpoint'>
  readonly happenedAt: Date
}

/** The body of a test: like that of every event, but with the number 0, because it is none of the account's events. */
export const testPayload = ({ event, account, endpoint, happenedAt }: TestEvent): string =>
  JSON.stringify({
    id: shownEvent(event),
    type: testKind,
    timestamp: happenedAt.toISOString(),
    apiVersion,
    accountId: account,
    sequence: 0,
    data: { webhookId: endpoint, message: 'This is a test. Nothing happened.' },
  })
