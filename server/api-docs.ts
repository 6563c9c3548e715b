import { credentialDocs } from './accounts/credentials/openapi.ts'
import { deskDocs } from './accounts/desk/openapi.ts'
import { ownEmailDocs } from './accounts/email-change/openapi.ts'
import { accountOperatorDocs, profileChangeDocs } from './accounts/management/openapi.ts'
import { operatorChangeDocs, operatorRequestDocs } from './accounts/operator-requests/openapi.ts'
import { accountDocs } from './accounts/profile/openapi.ts'
import { sanctionDocs, sanctionOperatorDocs } from './accounts/sanctions/openapi.ts'
import { workspaceDocs } from './accounts/workspaces/openapi.ts'
import { ledgerCheckDocs } from './audit/ledger-check/openapi.ts'
import { activityDocs, auditDocs } from './audit/openapi.ts'
import { marketStatsDocs } from './audit/stats/openapi.ts'
import { catalogDocs, catalogDocsV1 } from './catalog/openapi.ts'
import { catalogOperatorDocs } from './catalog/openapi-operator.ts'
import { disputeDocs, disputeDocsV1, disputeOperatorDocs } from './disputes/openapi.ts'
import { coverageDocs } from './disputes/openapi-coverage.ts'
import { overviewOperatorDocs } from './executions/account-overview/openapi.ts'
import { accuracyDocs } from './executions/accuracy/openapi-v1.ts'
import { codeDocs } from './executions/completion-codes/openapi.ts'
import { reviewOperatorDocs } from './executions/holds/openapi.ts'
import { executionDocs } from './executions/openapi.ts'
import { reportDocs } from './executions/openapi-v1.ts'
import { pagePreviewDocs, pageSampleDocs, pageWorkDocs } from './executions/page-work/openapi.ts'
import { reputationDocs, reputationDocsV1 } from './executions/reputation/openapi.ts'
import { resultDocs } from './executions/results/openapi-v1.ts'
import { returnDocs } from './executions/returns/openapi.ts'
import { ruleDocs } from './executions/rules/openapi-v1.ts'
import { statsDocs } from './executions/stats/openapi.ts'
import { agreementDocs } from './items/consensus/openapi-v1.ts'
import { importDocs } from './items/imports/openapi-v1.ts'
import { itemDocs } from './items/openapi-v1.ts'
import { balanceDocs, earningsDocs } from './ledger/openapi.ts'
import { statementDocs, statementDocsV1 } from './ledger/openapi-statement.ts'
import { listDocs } from './lists/openapi-v1.ts'
import { bulkMessageDocs } from './messages/bulk/openapi.ts'
import { conversationDocs, conversationDocsV1 } from './messages/openapi.ts'
import { messageReportDocs, messageReportDocsV1, messageReportOperatorDocs } from './messages/reports/openapi.ts'
import { moneyRuleDocs } from './money-rules/openapi.ts'
import { notificationDocs } from './notifications/openapi.ts'
import { pushDocs } from './notifications/push/openapi.ts'
import { offerReportDocs, offerReportOperatorDocs } from './offer-reports/openapi.ts'
import { audienceSizeDocs } from './offers/audience-size/openapi.ts'
import { houseRuleDocs } from './offers/house-rules/openapi.ts'
import { moderationDocs } from './offers/moderation/openapi.ts'
import { availableDocs, offerDocs } from './offers/openapi.ts'
import { taskDocs } from './offers/openapi-v1.ts'
import { studyDocs } from './offers/studies/openapi.ts'
import { templateDocs } from './offers/templates/openapi.ts'
import { bankAccountDocs } from './payments/bank-account/openapi.ts'
import { bankStatementDocs } from './payments/bank-statements/openapi.ts'
import { billingDocs } from './payments/billing-details/openapi.ts'
import { bookingDocs, bookingRequestDocs } from './payments/booking-requests/openapi.ts'
import { depositDocs, depositDocsV1 } from './payments/deposits/openapi.ts'
import { keyAccountDocs } from './payments/key-account/openapi.ts'
import { payoutDocs } from './payments/payouts/openapi.ts'
import { refundDocs, refundOperatorDocs } from './payments/refunds/openapi.ts'
import { withdrawalDocs, withdrawalOperatorDocs } from './payments/withdrawals/openapi.ts'
import { closingOperatorDocs, ownDataDocs } from './privacy/openapi.ts'
import { proofDocs } from './proofs/openapi.ts'
import { ownQualificationDocs, qualificationDocs, qualificationOperatorDocs } from './qualifications/openapi-v1.ts'
import { receiptDocs } from './receipts/openapi.ts'
import { markDocs } from './reservations/advertiser-marks/openapi.ts'
import { reservationDocs, taskReservationDocs } from './reservations/openapi.ts'
import { savedSearchDocs } from './reservations/saved-searches/openapi.ts'
import { bulkDocs } from './reviews/openapi.ts'
import { sandboxDocs } from './sandbox/openapi.ts'
import { siteDocs } from './site/openapi.ts'
import type { Docs, WebhookDocs } from './values/requests/operation.ts'
import { deliveryDocs } from './webhooks/deliveries/openapi.ts'
import { webhookDocs } from './webhooks/endpoints/openapi.ts'
import { eventDocs, feedDocs } from './webhooks/events/openapi.ts'
import { webhookOperatorDocs } from './webhooks/health/openapi.ts'

/** The documentation of all operations, in reading order. */
export const docs: readonly Docs[] = [
  catalogDocs,
  houseRuleDocs,
  audienceSizeDocs,
  templateDocs,
  offerDocs,
  pagePreviewDocs,
  depositDocs,
  billingDocs,
  receiptDocs,
  availableDocs,
  markDocs,
  savedSearchDocs,
  reservationDocs,
  ownQualificationDocs,
  taskReservationDocs,
  proofDocs,
  executionDocs,
  pageWorkDocs,
  returnDocs,
  disputeDocs,
  earningsDocs,
  statementDocs,
  withdrawalDocs,
  ...[
    accountDocs,
    ownDataDocs,
    ownEmailDocs,
    operatorChangeDocs,
    operatorRequestDocs,
    closingOperatorDocs,
    credentialDocs,
    workspaceDocs,
    activityDocs,
    accountOperatorDocs,
    overviewOperatorDocs,
  ],
  notificationDocs,
  pushDocs,
  sanctionDocs,
  sanctionOperatorDocs,
  auditDocs,
  disputeOperatorDocs,
  coverageDocs,
  offerReportDocs,
  offerReportOperatorDocs,
  conversationDocs,
  messageReportDocs,
  messageReportOperatorDocs,
  ...[
    moderationDocs,
    pageSampleDocs,
    qualificationOperatorDocs,
    reviewOperatorDocs,
    bookingDocs,
    bookingRequestDocs,
    refundDocs,
    refundOperatorDocs,
    withdrawalOperatorDocs,
    bankAccountDocs,
    payoutDocs,
    bankStatementDocs,
  ],
  catalogOperatorDocs,
  ledgerCheckDocs,
  marketStatsDocs,
  webhookOperatorDocs,
  deskDocs,
  moneyRuleDocs,
  siteDocs,
  ...[
    profileChangeDocs,
    keyAccountDocs,
    catalogDocsV1,
    taskDocs,
    itemDocs,
    resultDocs,
    agreementDocs,
    accuracyDocs,
    ruleDocs,
    importDocs,
    codeDocs,
    studyDocs,
    listDocs,
    qualificationDocs,
    reportDocs,
    bulkDocs,
    disputeDocsV1,
    conversationDocsV1,
    messageReportDocsV1,
    bulkMessageDocs,
    balanceDocs,
    statementDocsV1,
    depositDocsV1,
  ],
  reputationDocs,
  reputationDocsV1,
  statsDocs,
  webhookDocs,
  deliveryDocs,
  feedDocs,
  sandboxDocs,
]

/** The documentation of all kinds of events sent to subscribers. */
export const webhooks: Readonly<Record<string, WebhookDocs>> = eventDocs
