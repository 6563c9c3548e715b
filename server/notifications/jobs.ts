import type { Ctx } from '../platform/database/ctx.ts'
import { notify, sweepNotifications } from './actions-notify.ts'

/** Tells accounts what happened; the pause is how late they are told. */
export const notificationsToMake = { name: 'notifications to make', everySeconds: 1, run: (ctx: Ctx) => notify(ctx) }

export const oldNotifications = {
  name: 'old notifications',
  everySeconds: 60,
  run: (ctx: Ctx) => sweepNotifications(ctx),
}
