import { writeUses } from './accounts/actions.ts'
import { deleteExpiredResponses } from './accounts/idempotency/actions.ts'
import { applyDueChanges } from './accounts/profile/actions.ts'
import { endDue } from './accounts/sanctions/actions.ts'
import { deleteEnded } from './accounts/sessions/actions.ts'
import { keepDecisionsInPartitions } from './audit/actions-retention.ts'
import { checkLedgerAndLog } from './audit/ledger-check/actions.ts'
import { countDays } from './audit/stats/actions.ts'
import { applyDisputeDeadlines } from './disputes/actions.ts'
import { payCovered } from './disputes/actions-coverage.ts'
import { releaseUnappealed } from './disputes/actions-overturn.ts'
import { applyRules } from './executions/accept-rules/actions.ts'
import { settleStops } from './executions/accuracy/actions.ts'
import { autoAcceptDue, missReworkDue } from './executions/decisions/actions.ts'
import { checkForFraud, shortenFraudChecks } from './executions/fraud-checks/actions.ts'
import { releaseExpiredHolds } from './executions/holds/actions.ts'
import { sweepDrafts } from './executions/page-work/actions.ts'
import { refreshAdvertisers } from './executions/reputation/actions.ts'
import { measureWorkTimes } from './executions/work-times/actions.ts'
import { tidyItems } from './items/actions.ts'
import { computeResults } from './items/consensus/actions.ts'
import { bringImportsForward, runImports, sweepImports } from './items/imports/actions-worker.ts'
import { sumUpEarnings } from './ledger/actions.ts'
import { clearDue } from './ledger/actions-clearing.ts'
import { sweepConversations } from './messages/actions.ts'
import { sendToMany, sweepBulk } from './messages/bulk/actions.ts'
import { alertSearches } from './notifications/actions-alerts.ts'
import { mailDigests } from './notifications/actions-digest.ts'
import { notify, sweepNotifications } from './notifications/actions-notify.ts'
import { bringPushesForward, endPushes, sendPushes } from './notifications/push/actions-send.ts'
import { applyPauses, approveWaiting, completeEnded } from './offers/lifecycle/actions.ts'
import { purgeOldChanges as purgeListingChanges } from './offers/offer-index/actions.ts'
import { expireDeposits } from './payments/deposits/actions.ts'
import { bringRefundsForward, sendRefunds } from './payments/refunds/actions-refunds.ts'
import { forgetStripeEvents } from './payments/stripe-events/actions.ts'
import { resumeSettled } from './payments/withdrawals/actions-debts.ts'
import type { Ctx } from './platform/database/ctx.ts'
import { type BringForward, followClock } from './platform/jobs/clock-jumps.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { bringMailsForward } from './platform/mail/mail.ts'
import { sendMails, sweepMails } from './platform/mail/sending.ts'
import { purgeLimits } from './platform/rate-limits/postgres-counter.ts'
import { advanceClosings } from './privacy/actions-closing-steps.ts'
import { bringSweepsForward, sweepFilesAndLog, sweepUnfinished } from './proofs/sweep/actions.ts'
import { expireOverdue } from './reservations/actions-expiry.ts'
import {
  bringDeliveriesForward,
  endDeliveries,
  sendDeliveries,
  sweepDeliveries,
} from './webhooks/deliveries/actions-worker.ts'
import { disableFailingEndpoints, sweepSecrets } from './webhooks/endpoints/actions.ts'
import { sweepEvents } from './webhooks/events/actions.ts'
import { dispatchEvents } from './webhooks/events/actions-dispatch.ts'
import { keepPartitions } from './webhooks/retention/actions.ts'

/** Jobs of every serving process, for its own memory and disk. */
export const ownSchedule: readonly Job<Ctx>[] = [
  {
    name: 'record credential uses',
    everySeconds: 5,
    run: writeUses,
    end: async (ctx) => void (await writeUses(ctx).catch(() => 0)),
  },
  { name: 'sweep unfinished uploads', everySeconds: 3_600, run: sweepUnfinished },
]

/** Whatever jobs schedule for themselves. Deadlines of people are not among them. */
const broughtForward: readonly BringForward[] = [
  bringDeliveriesForward,
  bringImportsForward,
  bringMailsForward,
  bringPushesForward,
  bringRefundsForward,
  bringSweepsForward,
  shortenFraudChecks,
]

/** The result of a job on which no other job depends. */
const wakesNone = (): number => 0

/** All background jobs. Each is safe to run in several processes at once. */
export const schedule: readonly Job<Ctx>[] = [
  { name: 'bring due times forward', everySeconds: 2, run: (ctx, log) => followClock(ctx, log, broughtForward) },
  { name: 'delete stored responses', everySeconds: 60, run: deleteExpiredResponses },
  // A sanction loses its effect at its end, even if this has not run.
  { name: 'end sanctions', everySeconds: 60, run: endDue },
  // Sessions, links and attempt counters are invalid when they expire, even if this has not run.
  { name: 'delete sessions', everySeconds: 60, run: deleteEnded },
  { name: 'apply profile changes', everySeconds: 60, run: applyDueChanges },
  { name: 'close accounts', everySeconds: 60, run: advanceClosings },
  // Decisions compare times, so they do not depend on the jobs for deadlines.
  { name: 'expire reservations', everySeconds: 2, run: expireOverdue },
  { name: 'accept reports by deadline', everySeconds: 2, run: autoAcceptDue },
  { name: 'expire reworks', everySeconds: 2, run: missReworkDue },
  { name: 'release fraud holds', everySeconds: 60, run: releaseExpiredHolds },
  { name: 'apply dispute deadlines', everySeconds: 2, run: applyDisputeDeadlines },
  { name: 'request guarantee payments', everySeconds: 10, run: payCovered },
  { name: 'release costs of appeals', everySeconds: 2, run: releaseUnappealed },
  // With automatic moderation, approves the offers that a crash left between submission and approval.
  { name: 'approve offers', everySeconds: 5, run: approveWaiting },
  // Also resumes them, once the advertiser is no longer suspended and has no charged-back deposit.
  { name: 'pause offers', everySeconds: 1, run: applyPauses },
  { name: 'complete offers', everySeconds: 2, run: completeEnded },
  // Items and slots that no one can get any more, until this runs.
  { name: 'set items aside', everySeconds: 10, run: tidyItems },
  // Items of offers with results are complete once it has run.
  { name: 'compute results', everySeconds: 2, run: computeResults },
  // Two at a time, of two accounts: a large file must not delay everyone.
  { name: 'import items', everySeconds: 1, run: runImports },
  { name: 'import items of another account', everySeconds: 1, run: runImports },
  { name: 'sweep imports', everySeconds: 3_600, run: sweepImports },
  { name: 'purge changes of listings', everySeconds: 60, run: purgeListingChanges },
  // Due earnings count as available even before this runs.
  { name: 'clear earnings', everySeconds: 5, run: clearDue },
  // Entries that it has not reached are added when the sums are read.
  { name: 'sum up earnings', everySeconds: 60, run: sumUpEarnings },
  // Claims the check only once an hour.
  { name: 'verify the ledger', everySeconds: 60, run: (ctx, log) => checkLedgerAndLog(ctx, log).then(wakesNone) },
  { name: 'count days', everySeconds: 300, run: (ctx) => countDays(ctx).then(wakesNone) },
  { name: 'refresh advertisers', everySeconds: 300, run: refreshAdvertisers },
  { name: 'measure work times', everySeconds: 300, run: measureWorkTimes },
  // At the next wakeup after a submission; the interval is for work that a crash left behind.
  { name: 'apply acceptance rules', everySeconds: 1, wakeOn: true, run: applyRules },
  { name: 'see to work of stopped executors', everySeconds: 2, wakeOn: true, run: settleStops },
  { name: 'purge rate limits', everySeconds: 20, run: purgeLimits },
  // Claims the sweep only once an hour.
  { name: 'sweep orphaned files', everySeconds: 600, run: sweepFilesAndLog },
  { name: 'delete old drafts of answers', everySeconds: 3_600, run: sweepDrafts },
  { name: 'check for fraud', everySeconds: 2, wakeOn: true, run: checkForFraud },
  { name: 'send refunds to Stripe', everySeconds: 15, wakeOn: true, run: sendRefunds },
  { name: 'expire deposits', everySeconds: 60, run: expireDeposits },
  { name: 'resume offers after debts', everySeconds: 5, run: resumeSettled },
  { name: 'purge events of Stripe', everySeconds: 3_600, run: forgetStripeEvents },
  // The interval is the maximum delay for events of other processes.
  { name: 'dispatch events', everySeconds: 0.5, wakeOn: true, run: dispatchEvents },
  // The interval is the maximum delay of retries and of deliveries made due by other processes.
  { name: 'send deliveries', everySeconds: 0.5, wakeOn: true, run: sendDeliveries, end: endDeliveries },
  { name: 'disable failing endpoints', everySeconds: 60, run: disableFailingEndpoints },
  // Drops old partitions before the sweeps delete their rows one by one.
  { name: 'drop old partitions', everySeconds: 600, run: (ctx) => keepPartitions(ctx).then(wakesNone) },
  {
    name: 'drop old decisions',
    everySeconds: 600,
    run: (ctx, log) => keepDecisionsInPartitions(ctx, log).then(wakesNone),
  },
  { name: 'purge events', everySeconds: 60, run: sweepEvents },
  { name: 'purge deliveries', everySeconds: 60, run: sweepDeliveries },
  { name: 'purge secrets', everySeconds: 60, run: sweepSecrets },
  { name: 'send messages to many', everySeconds: 2, run: sendToMany },
  { name: 'delete old conversations', everySeconds: 3_600, run: sweepConversations },
  { name: 'delete old messages to many', everySeconds: 3_600, run: sweepBulk },
  // The interval is the maximum delay of notifications.
  { name: 'make notifications', everySeconds: 1, run: notify },
  // The interval is for messages that other processes queued, and for retries.
  { name: 'send push messages', everySeconds: 2, wakeOn: true, run: sendPushes, end: endPushes },
  // Each saved search is due every ten minutes.
  { name: 'search for alerts', everySeconds: 30, run: alertSearches },
  // The interval is the maximum delay of a digest, which waits for others at least five minutes.
  { name: 'mail digests', everySeconds: 30, run: mailDigests },
  { name: 'purge notifications', everySeconds: 60, run: sweepNotifications },
  { name: 'send mails', everySeconds: 5, run: (ctx, log) => sendMails(ctx, log) },
  { name: 'purge mails', everySeconds: 60, run: sweepMails },
]
