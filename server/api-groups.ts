import type { FastifyPluginAsync, RouteOptions } from 'fastify'
import { keyRoutes, tokenRoutes } from './accounts/credentials/routes.ts'
import { assignmentRoutes, noteRoutes, savedViewRoutes } from './accounts/desk/routes-operator.ts'
import { ownEmailRoutes } from './accounts/email-change/routes.ts'
import { accountOperatorRoutes, profileChangeRoutes } from './accounts/management/routes.ts'
import { operatorChangeRoutes, operatorRequestRoutes } from './accounts/operator-requests/routes.ts'
import { accountRoutes } from './accounts/profile/routes.ts'
import { sanctionOperatorRoutes, sanctionRoutes } from './accounts/sanctions/routes.ts'
import { membershipRoutes, workspaceRoutes } from './accounts/workspaces/routes.ts'
import { guardInterests } from './audit/actions-own-interest.ts'
import { ledgerCheckRoutes } from './audit/ledger-check/routes.ts'
import { activityRoutes, auditRoutes } from './audit/routes.ts'
import { marketStatsRoutes } from './audit/stats/routes.ts'
import { catalogRoutes, catalogRoutesV1 } from './catalog/routes.ts'
import { catalogOperatorRoutes } from './catalog/routes-operator.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { disputeOperatorRoutes } from './disputes/routes-operator.ts'
import { disputeRoutesV1 } from './disputes/routes-v1.ts'
import { overviewOperatorRoutes } from './executions/account-overview/routes.ts'
import { accuracyRoutesV1 } from './executions/accuracy/routes-v1.ts'
import { bonusRoutesV1 } from './executions/bonus/routes-v1.ts'
import { codeRoutesV1 } from './executions/completion-codes/routes-v1.ts'
import { reviewOperatorRoutes } from './executions/holds/routes-operator.ts'
import { heldRejectionRoutesV1 } from './executions/holds/routes-v1.ts'
import { pageWorkRoutes } from './executions/page-work/routes.ts'
import { pagePreviewRoutes, pageSampleRoutes } from './executions/page-work/routes-preview.ts'
import { exportRoutesV1 } from './executions/reports/routes-export-v1.ts'
import { advertiserReputationRoutes, executorReputationRoutes } from './executions/reputation/routes.ts'
import { resultRoutesV1 } from './executions/results/routes-v1.ts'
import { returnRoutes } from './executions/returns/routes.ts'
import { executionRoutes } from './executions/routes.ts'
import { reportRoutesV1 } from './executions/routes-v1.ts'
import { ruleRoutesV1 } from './executions/rules/routes-v1.ts'
import { statsRoutes } from './executions/stats/routes.ts'
import { agreementRoutesV1 } from './items/consensus/routes-v1.ts'
import { importRoutesV1 } from './items/imports/routes-v1.ts'
import { orderRoutesV1 } from './items/routes-orders-v1.ts'
import { itemRoutesV1 } from './items/routes-v1.ts'
import { earningsRoutes, executorTransactionRoutes, transactionRoutesV1 } from './ledger/routes.ts'
import {
  advertiserStatementRoutes,
  executorStatementRoutes,
  statementOperatorRoutes,
  statementRoutesV1,
} from './ledger/routes-statement.ts'
import { listRoutesV1 } from './lists/routes-v1.ts'
import { bulkMessageRoutesV1 } from './messages/bulk/routes-v1.ts'
import { messageReportOperatorRoutes, messageReportRoutes } from './messages/reports/routes.ts'
import { conversationRoutesV1, executorConversationRoutes } from './messages/routes.ts'
import { moneyRuleRoutes } from './money-rules/routes-operator.ts'
import { pushRoutes } from './notifications/push/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { offerReportRoutes } from './offer-reports/routes.ts'
import { offerReportOperatorRoutes } from './offer-reports/routes-operator.ts'
import { audienceSizeRoutes } from './offers/audience-size/routes.ts'
import { houseRuleRoutes } from './offers/house-rules/routes.ts'
import { moderationRoutes } from './offers/moderation/routes-operator.ts'
import { offerRoutes } from './offers/routes.ts'
import { taskRoutesV1 } from './offers/routes-v1.ts'
import { studyRoutesV1 } from './offers/studies/routes-v1.ts'
import { templateRoutes } from './offers/templates/routes.ts'
import { balanceRoutes } from './payments/balance/routes.ts'
import { bankAccountRoutes } from './payments/bank-account/routes-operator.ts'
import { bankStatementRoutes } from './payments/bank-statements/routes-operator.ts'
import { billingRoutes } from './payments/billing-details/routes.ts'
import { bookingRequestRoutes, bookingRoutes } from './payments/booking-requests/routes-operator.ts'
import { depositRoutes, depositRoutesV1 } from './payments/deposits/routes.ts'
import { keyAccountRoutesV1 } from './payments/key-account/routes-v1.ts'
import { payoutRoutes } from './payments/payouts/routes-operator.ts'
import { refundRoutes } from './payments/refunds/routes.ts'
import { refundOperatorRoutes } from './payments/refunds/routes-operator.ts'
import { withdrawalRoutes } from './payments/withdrawals/routes.ts'
import { withdrawalOperatorRoutes } from './payments/withdrawals/routes-operator.ts'
import type { Requirement } from './platform/database/ctx.ts'
import type { Api } from './platform/http/api.ts'
import { closingOperatorRoutes, ownClosingRoutes, ownDataRoutes } from './privacy/routes.ts'
import { proofFileRoutes, proofUploadRoutes } from './proofs/routes.ts'
import { ownQualificationRoutes } from './qualifications/routes.ts'
import { qualificationOperatorRoutes } from './qualifications/routes-operator.ts'
import { qualificationRoutesV1 } from './qualifications/routes-v1.ts'
import { receiptOperatorRoutes, receiptRoutes } from './receipts/routes.ts'
import { markRoutes } from './reservations/advertiser-marks/routes.ts'
import { availableRoutes } from './reservations/available-offers/routes.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { reservationRoutesV1 } from './reservations/routes-v1.ts'
import { savedSearchRoutes } from './reservations/saved-searches/routes.ts'
import { suspensionRoutes } from './reservations/suspension/routes-operator.ts'
import { acceptRoutesV1, reviewRoutesV1 } from './reviews/routes-v1.ts'
import { sandboxRoutesV1 } from './sandbox/routes-v1.ts'
import { bankTransferRoutes, siteRoutes } from './site/routes.ts'
import { deliveryRoutesV1 } from './webhooks/deliveries/routes-v1.ts'
import { webhookRoutesV1 } from './webhooks/endpoints/routes-v1.ts'
import { eventRoutesV1 } from './webhooks/events/routes-v1.ts'
import { webhookOperatorRoutes } from './webhooks/health/routes-operator.ts'

/** Group A, at /api, and the operations that only the console offers. */
export function mountGroupA(api: Api): void {
  mount(api, '/api/advertiser', token('Advertiser'), [
    catalogRoutes,
    houseRuleRoutes,
    audienceSizeRoutes,
    templateRoutes,
    pagePreviewRoutes,
    offerRoutes,
    advertiserReputationRoutes,
    balanceRoutes,
    billingRoutes,
    depositRoutes,
    receiptRoutes,
    bankTransferRoutes,
    refundRoutes,
  ])
  mount(api, '/api/executor', token('Executor'), [
    catalogRoutes,
    earningsRoutes,
    executorTransactionRoutes,
    withdrawalRoutes,
    availableRoutes,
    markRoutes,
    reservationRoutes,
    proofUploadRoutes,
    executionRoutes,
    pageWorkRoutes,
    returnRoutes,
    executorReputationRoutes,
    disputeRoutes,
    offerReportRoutes,
  ])
  mountAccounts(api)
  mountOperators(api)
  mount(api, '/api/advertiser', token('Advertiser'), [advertiserStatementRoutes, statsRoutes])
  mount(api, '/api/executor', token('Executor'), [executorStatementRoutes, ownQualificationRoutes, savedSearchRoutes])
  mount(api, '/api/executor', token('Executor'), [executorConversationRoutes, messageReportRoutes('Executor')])
  mount(api, '/api/operator', token('Operator'), [statementOperatorRoutes])
  mount(api, '/uploads/executor/proofs', () => ({ credential: 'Any', role: 'Any' }), [proofFileRoutes])
}

function mountOperators(api: Api): void {
  mount(api, '/api/operator', token('Operator'), [
    accountOperatorRoutes,
    closingOperatorRoutes,
    operatorChangeRoutes,
    operatorRequestRoutes,
    assignmentRoutes,
    noteRoutes,
    savedViewRoutes,
    profileChangeRoutes,
    overviewOperatorRoutes,
    sanctionOperatorRoutes,
    auditRoutes,
    catalogOperatorRoutes,
    ledgerCheckRoutes,
    marketStatsRoutes,
    webhookOperatorRoutes,
    disputeOperatorRoutes,
    offerReportOperatorRoutes,
    messageReportOperatorRoutes,
    houseRuleRoutes,
    moderationRoutes,
    pageSampleRoutes,
    suspensionRoutes,
    qualificationOperatorRoutes,
    reviewOperatorRoutes,
    bookingRoutes,
    bookingRequestRoutes,
    refundOperatorRoutes,
    withdrawalOperatorRoutes,
    bankAccountRoutes,
    payoutRoutes,
    bankStatementRoutes,
    receiptOperatorRoutes,
    moneyRuleRoutes,
    siteRoutes,
  ])
}

/** Operations for every account, regardless of role. */
function mountAccounts(api: Api): void {
  mount(api, '/api/account', evenSuspended, [sanctionRoutes, notificationRoutes])
  mount(api, '/api/account', ownAccount, [accountRoutes])
  mount(api, '/console/api/settings', session('Any'), [tokenRoutes, keyRoutes, ownEmailRoutes, membershipRoutes])
  mount(api, '/console/api/settings', session('Advertiser'), [workspaceRoutes, activityRoutes])
  mount(api, '/console/api/settings', sessionEvenSuspended, [ownDataRoutes, ownClosingRoutes, pushRoutes])
}

export function mountGroupB(api: Api): void {
  mount(api, '/v1', anyKey, [catalogRoutesV1, sandboxRoutesV1])
  mount(api, '/v1', anyKeyEvenSuspended, [keyAccountRoutesV1])
  mount(api, '/v1', key('tasks'), [orderRoutesV1, taskRoutesV1, itemRoutesV1, importRoutesV1])
  mount(api, '/v1', key('reports'), [reportRoutesV1, exportRoutesV1, resultRoutesV1, agreementRoutesV1, bonusRoutesV1])
  mount(api, '/v1', key('tasks'), [codeRoutesV1, listRoutesV1, qualificationRoutesV1])
  mount(api, '/v1', key('reports'), [reservationRoutesV1, heldRejectionRoutesV1, advertiserReputationRoutes])
  mount(api, '/v1', key('reports'), [accuracyRoutesV1, ruleRoutesV1, acceptRoutesV1, disputeRoutesV1, reviewRoutesV1])
  mount(api, '/v1', key('reports'), [conversationRoutesV1, messageReportRoutes('Advertiser'), bulkMessageRoutesV1])
  mount(api, '/v1', key('balance'), [balanceRoutes, transactionRoutesV1, depositRoutesV1, statementRoutesV1])
  mount(api, '/v1', keyWith('tasks:write'), [studyRoutesV1])
  mount(api, '/v1', keyWith('events:read'), [eventRoutesV1])
  mount(api, '/v1', keyWith('webhooks:manage'), [webhookRoutesV1, deliveryRoutesV1])
}

type RequirementOf = (route: RouteOptions) => Requirement

const token =
  (role: string): RequirementOf =>
  () => ({ credential: 'AccessToken', role })

const session =
  (role: string): RequirementOf =>
  () => ({ credential: 'Session', role })

/** A suspended account may read its own data. */
const ownAccount: RequirementOf = (route) => ({ ...evenSuspended(route), evenSuspended: isReading(route) })

const keyWith =
  (scope: string): RequirementOf =>
  () => ({ credential: 'ApiKey', role: 'Advertiser', scope })

/** A key needs no scope to read the catalog, or its own account and scopes. */
const anyKey: RequirementOf = () => ({ credential: 'ApiKey', role: 'Advertiser' })
const anyKeyEvenSuspended: RequirementOf = (route) => ({ ...anyKey(route), evenSuspended: true })

const evenSuspended: RequirementOf = () => ({ credential: 'AccessToken', role: 'Any', evenSuspended: true })
const sessionEvenSuspended: RequirementOf = () => ({ credential: 'Session', role: 'Any', evenSuspended: true })

/** Requires the scope `…:read` for reading and `…:write` for changes. */
const key =
  (scope: string): RequirementOf =>
  (route) =>
    keyWith(`${scope}:${isReading(route) ? 'read' : 'write'}`)(route)

const isReading = ({ method }: RouteOptions): boolean =>
  [method].flat().every((each) => each === 'GET' || each === 'HEAD')

function mount(
  api: Api,
  prefix: string,
  requirement: RequirementOf,
  routes: readonly ((api: Api) => Promise<void>)[],
): void {
  const group: FastifyPluginAsync = async (scope) => {
    if (prefix === '/api/operator') guardInterests(scope as unknown as Api)
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, requirement: requirement(route) }
    })
    for (const each of routes) await each(scope as unknown as Api)
  }
  api.register(group, { prefix })
}
