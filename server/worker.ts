import {
  endedSanctions,
  endedSessions,
  profileChangesDue,
  sweepResponses,
  writeCredentialUses,
} from './accounts/jobs.ts'
import { oldDecisions } from './audit/jobs-retention.ts'
import { ledgerCheckJob } from './audit/ledger-check/jobs.ts'
import { daysToCount } from './audit/stats/jobs.ts'
import { applyAcceptRules } from './executions/accept-rules/jobs.ts'
import { acceptPastDeadline, missPastDeadline } from './executions/auto-accept/jobs.ts'
import { decideOverdueDisputes, payCoveredPayments } from './executions/disputes/jobs.ts'
import { runFraudChecks } from './executions/fraud-checks/jobs.ts'
import { releaseExpiredFraudHolds } from './executions/holds/jobs.ts'
import { releaseKeptHolds } from './executions/overturn/jobs.ts'
import { purgeListChanges } from './executions/report-counts/jobs.ts'
import { refreshReputations } from './executions/reputation/jobs.ts'
import { clearEarnings } from './ledger/jobs.ts'
import { notificationsToMake, oldNotifications } from './notifications/jobs.ts'
import { approveLeftBehind, endOverdue, pausesToApply } from './offers/lifecycle/jobs.ts'
import { oldListingChanges } from './offers/offer-index/jobs.ts'
import { debtsToSettle, depositsToExpire, methodsToHash, oldStripeEvents, refundsToSend } from './payments/jobs.ts'
import type { Ctx } from './platform/database/ctx.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { mailsToSend, oldMails } from './platform/mail/sending.ts'
import { limitsPurge } from './platform/rate-limits/purge.ts'
import { accountsToClose } from './privacy/jobs.ts'
import { fileSweep, unfinishedSweep } from './proofs/jobs.ts'
import { sweepReservations } from './reservations/jobs.ts'
import {
  deliveriesToSend,
  eventsToDispatch,
  failingEndpoints,
  oldDeliveries,
  oldEvents,
  oldPartitions,
  oldSecrets,
} from './webhooks/jobs.ts'

/** Jobs of every serving process, for its own memory and disk. */
export const ownSchedule: readonly Job<Ctx>[] = [writeCredentialUses, unfinishedSweep]

/** All background jobs. Each is safe to run in several processes at once. */
export const schedule: readonly Job<Ctx>[] = [
  sweepResponses,
  endedSanctions,
  endedSessions,
  profileChangesDue,
  accountsToClose,
  sweepReservations,
  acceptPastDeadline,
  missPastDeadline,
  releaseExpiredFraudHolds,
  decideOverdueDisputes,
  payCoveredPayments,
  releaseKeptHolds,
  approveLeftBehind,
  pausesToApply,
  endOverdue,
  oldListingChanges,
  clearEarnings,
  ledgerCheckJob,
  daysToCount,
  refreshReputations,
  applyAcceptRules,
  purgeListChanges,
  limitsPurge,
  fileSweep,
  runFraudChecks,
  refundsToSend,
  depositsToExpire,
  debtsToSettle,
  methodsToHash,
  oldStripeEvents,
  eventsToDispatch,
  deliveriesToSend,
  failingEndpoints,
  oldPartitions,
  oldDecisions,
  oldEvents,
  oldDeliveries,
  oldSecrets,
  notificationsToMake,
  oldNotifications,
  mailsToSend,
  oldMails,
]
