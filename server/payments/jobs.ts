import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { expireDeposits } from './deposits/actions.ts'
import { sendRefunds } from './refunds/actions-refunds.ts'
import { forgetStripeEvents } from './stripe-events/actions.ts'
import { settleFree } from './withdrawals/actions-debts.ts'
import { hashOldMethods } from './withdrawals/actions-methods.ts'

export const refundsToSend: Job<Ctx> = {
  name: 'send refunds to Stripe',
  everySeconds: 15,
  wakeOn: true,
  run: sendRefunds,
}
export const depositsToExpire: Job<Ctx> = { name: 'expire deposits', everySeconds: 60, run: expireDeposits }
export const debtsToSettle: Job<Ctx> = { name: 'debts to settle', everySeconds: 5, run: settleFree }
export const oldStripeEvents: Job<Ctx> = {
  name: 'forget old events of Stripe',
  everySeconds: 3_600,
  run: forgetStripeEvents,
}
export const methodsToHash: Job<Ctx> = {
  name: 'hash accounts of old withdrawals',
  everySeconds: 300,
  run: hashOldMethods,
}
