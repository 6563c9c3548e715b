import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/requests/operation.ts'
import type { Notification } from './notification.ts'
import type { Preference } from './preference.ts'
import { serializeNotifications, serializePreferences } from './serialize.ts'

const tag = 'Notifications'

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
  { kind: 'WorkRejected', console: true, email: true },
  { kind: 'CredentialCreated', console: true, email: false },
]

/** Group A: what an account is told. */
export const notificationDocs: Docs = {
  'GET /api/account/notifications': {
    id: 'listNotifications',
    tag,
    summary: 'List what the account was told, newest first',
    about:
      'At most 1,000 are kept, for 90 days. `data` has what belongs to the `kind`; reports of one offer are gathered by the hour, and such a notification is unread again when it grows. Open to suspended accounts too.',
    answers: { 200: { page: serializeNotifications({ ...pageWith(rejected), unreadCount: 1 }) } },
  },
  'POST /api/account/notifications/read': {
    id: 'readNotifications',
    tag,
    summary: 'Mark notifications as read: some by their ids, or all',
    about:
      'With `all`, `upToId` names the newest one that was seen: what came after it stays unread. Ids that are not one’s own are not missed.',
    body: { some: { ids: [512] }, all: { all: true, upToId: 512 } },
    answers: { 200: { none: { unreadCount: 0 } } },
  },
  'GET /api/account/notification-settings': {
    id: 'readNotificationSettings',
    tag,
    summary: 'Read what the account is told, and how',
    about: 'Every kind that concerns the roles of the account.',
    answers: { 200: { choices: serializePreferences(choices) } },
  },
  'PATCH /api/account/notification-settings': {
    id: 'updateNotificationSettings',
    tag,
    summary: 'Choose what the account is told, in the console and by mail',
    about:
      'What is not named stays. Security and sanctions (`consoleIsFixed`) are always told in the console; that the way into the account was changed is always mailed, too (`emailIsFixed`).',
    body: { quiet: { choices: [{ kind: 'CredentialCreated', email: false }] } },
    answers: { 200: { choices: serializePreferences(choices) } },
  },
}
