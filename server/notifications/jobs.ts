import { notify, sweepNotifications } from './actions-notify.ts'

/** Creates notifications; the interval is their maximum delay. */
export const notificationsToMake = { name: 'notifications to make', everySeconds: 1, run: notify }

export const oldNotifications = {
  name: 'old notifications',
  everySeconds: 60,
  run: sweepNotifications,
}
