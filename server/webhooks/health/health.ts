import type { Id } from '../../values/id.ts'
import type { PageOf } from '../../values/requests/page.ts'
import type { DisabledBy, EndpointStatus } from '../endpoints/endpoint.ts'

/** State of an endpoint, worst first: failing, disabled, enabled. */
export const healths = ['Failing', 'Disabled', 'Enabled'] as const
export type Health = (typeof healths)[number]

/** An endpoint of any account, for operators. */
export type EndpointHealth = {
  readonly id: Id<'endpoint'>
  readonly account: Id<'account'>
  readonly email: string
  readonly url: string
  readonly status: EndpointStatus
  readonly disabledBy: DisabledBy | null
  readonly disabledAt: Date | null
  readonly disabledReason: string | null
  readonly verifiedAt: Date | null
  readonly failingSince: Date | null
  readonly lastDeliveredAt: Date | null
  readonly waiting: number
  readonly oldestWaitingAt: Date | null
}

/** Pending deliveries of all endpoints, and the results of the last 24 hours. */
export type Traffic = {
  readonly failing: number
  readonly disabled: number
  readonly enabled: number
  readonly waiting: number
  readonly delivered: number
  readonly failed: number
}

export type HealthPage = PageOf<EndpointHealth> & { readonly traffic: Traffic }

/** Number of hosts in the list of those with the most attempts. */
export const hostsMax = 50

/** A host of endpoints, and the attempts to reach it. */
export type Host = {
  readonly host: string
  readonly endpoints: number
  readonly accounts: number
  readonly attemptsInHour: number
  readonly attemptsInDay: number
  readonly failedInDay: number
}
