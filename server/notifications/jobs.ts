import type { Ctx } from '../platform/database/ctx.ts'
import { notify, sweepNotifications } from './actions-notify.ts'

/** Creates notifications; the interval is their maximum delay. */
export const notificationsToMake = { name: 'notifications to make', everySeconds: 1, run: (ctx: Ctx) => notify(ctx) }

export const oldNotifications = {
  name: 'old notifications',
  everySeconds: 60,
  run: (ctx: Ctx) => sweepNotifications(ctx),
}
