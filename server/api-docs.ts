import { sanctionDocs, sanctionOperatorDocs } from './accounts/docs.ts'
import { accountDocs } from './accounts/docs-account.ts'
import { accountOperatorDocs } from './accounts/docs-accounts.ts'
import { credentialDocs } from './accounts/docs-credentials.ts'
import { profileChangeDocs } from './accounts/docs-profile-changes.ts'
import { auditDocs } from './audit/docs.ts'
import { booksDocs } from './audit/docs-books.ts'
import { marketFiguresDocs } from './audit/docs-figures.ts'
import { catalogDocs } from './catalog/docs.ts'
import { catalogOperatorDocs } from './catalog/docs-operator.ts'
import { disputeDocs, disputeDocsV1, disputeOperatorDocs } from './disputes/docs.ts'
import { guaranteeDocs } from './disputes/docs-guarantee.ts'
import { executionDocs } from './executions/docs.ts'
import { overviewOperatorDocs } from './executions/docs-account.ts'
import { bulkDocs, reviewOperatorDocs } from './executions/docs-bulk.ts'
import { codeDocs } from './executions/docs-codes.ts'
import { figuresDocs } from './executions/docs-figures.ts'
import { standingDocs, standingDocsV1 } from './executions/docs-standing.ts'
import { reportDocs } from './executions/docs-v1.ts'
import { balanceDocs, earningsDocs } from './ledger/docs.ts'
import { statementDocs, statementDocsV1 } from './ledger/docs-statement.ts'
import { listDocs } from './lists/docs-v1.ts'
import { offerReportDocs, offerReportOperatorDocs } from './moderation/docs.ts'
import { notificationDocs } from './notifications/docs.ts'
import { availableDocs, offerDocs } from './offers/docs.ts'
import { moderationDocs } from './offers/docs-moderation.ts'
import { houseRuleDocs } from './offers/docs-rules.ts'
import { taskDocs } from './offers/docs-v1.ts'
import { bookingRequestDocs } from './payments/docs-booking-requests.ts'
import { bookingDocs, depositDocs, depositDocsV1 } from './payments/docs-deposits.ts'
import { refundDocs, refundOperatorDocs } from './payments/docs-refunds.ts'
import { payoutDocs, withdrawalDocs } from './payments/docs-withdrawals.ts'
import { closingOperatorDocs, ownDataDocs } from './privacy/docs.ts'
import { proofDocs } from './proofs/docs.ts'
import { reservationDocs } from './reservations/docs.ts'
import type { Docs, WebhookDocs } from './values/operation.ts'
import { deliveryDocs, webhookDocs } from './webhooks/docs.ts'
import { eventDocs, feedDocs } from './webhooks/docs-events.ts'
import { webhookOperatorDocs } from './webhooks/docs-operator.ts'

/** What is said of each operation, in reading order. */
export const docs: readonly Docs[] = [
  ...[catalogDocs, houseRuleDocs, offerDocs, depositDocs],
  ...[availableDocs, reservationDocs, proofDocs, executionDocs, disputeDocs],
  ...[earningsDocs, statementDocs, withdrawalDocs],
  ...[accountDocs, ownDataDocs, closingOperatorDocs, credentialDocs, accountOperatorDocs, overviewOperatorDocs],
  ...[notificationDocs],
  ...[sanctionDocs, sanctionOperatorDocs, auditDocs, disputeOperatorDocs, guaranteeDocs],
  ...[offerReportDocs, offerReportOperatorDocs],
  ...[moderationDocs, reviewOperatorDocs, bookingDocs, bookingRequestDocs, refundDocs, refundOperatorDocs, payoutDocs],
  ...[catalogOperatorDocs, booksDocs, marketFiguresDocs, webhookOperatorDocs],
  ...[
    profileChangeDocs,
    taskDocs,
    codeDocs,
    listDocs,
    reportDocs,
    bulkDocs,
    disputeDocsV1,
    balanceDocs,
    statementDocsV1,
    depositDocsV1,
  ],
  ...[standingDocs, standingDocsV1, figuresDocs],
  ...[webhookDocs, deliveryDocs, feedDocs],
]

/** What is said of each kind of event that subscribers are sent. */
export const webhooks: Readonly<Record<string, WebhookDocs>> = eventDocs
