import { Type } from 'typebox'
import { managedAccountJson } from '../../accounts/management/serialize.ts'
import { sanctionSchema, serializeSanction } from '../../accounts/sanctions/serialize.ts'
import { earningsJson } from '../../ledger/serialize.ts'
import { decimalOf } from '../../values/money.ts'
import type { PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, money, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { countedSchema, serializeCounted } from '../../values/requests/status-counts.ts'
import { operatorActionsOn } from '../holds/holds.ts'
import { advertiserReputationJson, executorReputationJson } from '../serialize-reputation.ts'
import { decider, executionStatus, reasonCode } from '../serialize-work.ts'
import type { Overview, Work } from './account-overview.ts'

const advertiserJson = serializer<Overview, string>()({
  standing: [
    nullable(Type.Object(advertiserReputationJson.schema.properties, { description: 'null: never an advertiser' })),
    ({ advertiser }) => advertiser && advertiserReputationJson.serialize(advertiser),
  ],
  balance: [
    Type.Object({ currency: text, available: money, held: money }),
    ({ balance }, currency) => ({
      currency,
      available: decimalOf(balance.availableUnits),
      held: decimalOf(balance.heldUnits),
    }),
  ],
  offers: [countedSchema, ({ offers }) => serializeCounted(offers)],
  reports: [countedSchema, ({ reports }) => serializeCounted(reports)],
})
const executorJson = serializer<Overview, string>()({
  standing: [
    nullable(Type.Object(executorReputationJson.schema.properties, { description: 'null: no executor profile' })),
    ({ executor }) => executor && executorReputationJson.serialize(executor),
  ],
  balance: [earningsJson.schema, ({ earnings }, currency) => earningsJson.serialize(earnings, currency)],
  executions: [countedSchema, ({ work }) => serializeCounted(work)],
  sharedPayoutsWith: [
    Type.Array(id, { description: 'Other executors with the same payout account, up to 20' }),
    ({ sharers }) => [...sharers],
  ],
})

export const overviewJson = serializer<Overview, string>({ title: 'AccountOverview' })({
  account: [managedAccountJson.schema, (overview) => managedAccountJson.serialize(overview.account, overview.operator)],
  sanctions: [
    arrayOf(sanctionSchema),
    (overview) => overview.sanctions.map((sanction) => serializeSanction(sanction, 'operator', overview.now)),
  ],
  asAdvertiser: advertiserJson,
  asExecutor: executorJson,
})

const workJson = serializer<Work, Date>({ title: 'WorkOfAccount' })({
  id,
  status: executionStatus,
  revision: whole,
  offerId: [id, 'offer'],
  offerTitle: text,
  advertiserId: [id, 'advertiser'],
  rewardPerAction: [money, 'rewardUnits'],
  currency: text,
  submittedAtUtc: instant,
  reviewDeadlineAtUtc: instant,
  decidedAtUtc: nullable(instant),
  decidedBy: nullable(decider),
  reasonCode: nullable(reasonCode),
  reason: nullable(text),
  heldAtUtc: [nullable(Type.String({ format: 'date-time', description: 'Start of the fraud hold' })), 'fraudHoldAt'],
  allowedActions: [arrayOf(text), operatorActionsOn],
})
export const workOfSchema = workJson.pageSchema

export const serializeWorkOf = (list: PageOf<Work> & { now: Date }) => workJson.serializePage(list, list.now)
