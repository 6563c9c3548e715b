import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Notification } from './notification.ts'
import type { Preference } from './preference.ts'
import { serializeNotifications, serializePreferences } from './serialize.ts'

const rejected: Notification = {
  id: idOf(512),
  kind: 'WorkRejected',
  data: {
    executionId: 7,
    offerId: 42,
    title: 'Photograph the entrance of a museum',
    reason: 'The last picture is missing.',
    untilUtc: '2026-03-04T10:30:00.000Z',
  },
  createdAt: at('10:30:00'),
  readAt: null,
}
const choices: Preference[] = [
  { kind: 'WorkRejected', console: true, email: true, push: true },
  { kind: 'CredentialCreated', console: true, email: false, push: false },
]

export const notificationDocs = docsIn('Notifications', {
  'GET /api/account/notifications': {
    id: 'listNotifications',
    summary: 'List notifications, newest first',
    about:
      'Up to 1,000 are kept, for 90 days. `data` depends on the `kind`. Reports of one offer are grouped by hour; a group that grows becomes unread again. Also for suspended accounts.',
    answers: { 200: { page: serializeNotifications({ ...pageWith(rejected), unreadCount: 1 }) } },
  },
  'POST /api/account/notifications/read': {
    id: 'markNotificationsRead',
    summary: 'Mark notifications as read, by id or all',
    about: 'With `all`, `upToId` is the newest one seen; later ones stay unread. Unknown ids are ignored.',
    body: { some: { ids: [512] }, all: { all: true, upToId: 512 } },
    answers: { 200: { none: { unreadCount: 0 } } },
  },
  'GET /api/account/notification-settings': {
    id: 'getNotificationSettings',
    summary: 'Read the notification settings',
    about: "All kinds that apply to the account's roles.",
    answers: { 200: { choices: serializePreferences(choices) } },
  },
  'PATCH /api/account/notification-settings': {
    id: 'updateNotificationSettings',
    summary: 'Change the notification settings',
    about:
      'Kinds not in the request stay unchanged. Security events and sanctions always appear in the console (`consoleIsFixed`); changes of sign-in settings are always e-mailed too (`emailIsFixed`). `push` is for browsers in which push messages are on, and for kinds that appear in the console.',
    body: { quiet: { choices: [{ kind: 'CredentialCreated', email: false }] } },
    answers: { 200: { choices: serializePreferences(choices) } },
  },
})
