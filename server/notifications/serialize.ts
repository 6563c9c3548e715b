import { Type } from 'typebox'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../values/requests/schema.ts'
import { mannerOf, type Notification, pathOf } from './notification.ts'
import type { Preference } from './preference.ts'

const kind = Type.String({ description: 'What is told; more kinds may come' })

const told = Type.Object(
  {
    offerId: Type.Optional(id),
    title: Type.Optional(Type.String({ description: 'Of the offer' })),
    executionId: Type.Optional(Type.Integer({ description: 'The work; its report has the same id' })),
    reports: Type.Optional(Type.Integer({ description: 'How many reports were gathered' })),
    amount: Type.Optional(money),
    threshold: Type.Optional(Type.Number({ description: 'Below it the balance is low' })),
    currency: Type.Optional(text),
    reason: Type.Optional(Type.String({ description: 'What somebody wrote, on one line of at most 500 characters' })),
    untilUtc: Type.Optional(
      Type.String({ format: 'date-time', description: 'By when to act; of a sanction, its end' }),
    ),
    outcome: Type.Optional(text),
    side: Type.Optional(Type.String({ description: 'advertiser or executor: on which side of the dispute' })),
    endpointId: Type.Optional(Type.Integer({ description: 'The webhook' })),
    url: Type.Optional(Type.String({ description: 'Of the webhook' })),
    about: Type.Optional(
      Type.String({
        description:
          'What of it: of a webhook Failing, DisabledFailing or DisabledGone; of an account Password, PasswordReset, SecondFactorOff, PasskeyAdded or PasskeyRemoved',
      }),
    ),
    sanctionId: Type.Optional(Type.Integer({ description: 'The sanction' })),
    sanctionKind: Type.Optional(Type.String({ description: 'What it bars from' })),
    credentialId: Type.Optional(Type.Integer({ description: 'The token or key' })),
    credentialKind: Type.Optional(Type.String({ description: 'AccessToken or ApiKey' })),
    credentialName: Type.Optional(Type.String({ description: 'As its maker called it' })),
  },
  { description: 'What it says, by its kind' },
)

const notificationSchema = Type.Object(
  {
    id,
    kind,
    data: told,
    path: Type.String({ description: 'Where in the console something can be done about it' }),
    createdAtUtc: instant,
    readAtUtc: nullable(instant),
  },
  { title: 'Notification' },
)

const unreadCount = Type.Integer({ description: 'How many are unread; counted up to 100' })
export const notificationsSchema = Type.Object({ ...listOf(notificationSchema).properties, unreadCount })
export const unreadSchema = Type.Object({ unreadCount })

const serializeNotification = ({ id, kind, data, createdAt, readAt }: Notification) => ({
  id,
  kind,
  data,
  path: pathOf(kind, data),
  createdAtUtc: iso(createdAt),
  readAtUtc: isoOrNull(readAt),
})

export const serializeNotifications = (list: PageOf<Notification> & { readonly unreadCount: number }) =>
  mapItems(list, serializeNotification)

const preferenceSchema = Type.Object({
  kind,
  console: Type.Boolean({ description: 'Whether it is told in the console' }),
  email: Type.Boolean({ description: 'Whether it is told by mail' }),
  consoleIsFixed: Type.Boolean({ description: 'Whether it is always told in the console' }),
  emailIsFixed: Type.Boolean({ description: 'Whether it is always told by mail' }),
})
export const preferencesSchema = Type.Object({ choices: arrayOf(preferenceSchema) }, { title: 'NotificationSettings' })

export const serializePreferences = (choices: readonly Preference[]) => ({
  choices: choices.map((choice) => {
    const { isFixed = false, isAlwaysMailed = false } = mannerOf(choice.kind)
    return { ...choice, consoleIsFixed: isFixed, emailIsFixed: isAlwaysMailed }
  }),
})
