import { Type } from 'typebox'
import type { PageOf } from '../values/requests/page.ts'
import { amount, arrayOf, id, instant, money, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type Notification, pathOf, ruleOf } from './notification.ts'
import type { Preference } from './preference.ts'

const kind = Type.String({ description: 'Kind of notification; new kinds may be added' })

const values = Type.Object(
  {
    offerId: Type.Optional(id),
    title: Type.Optional(Type.String({ description: 'Title of the offer' })),
    executionId: Type.Optional(Type.Integer({ description: 'The work; its report has the same id' })),
    reports: Type.Optional(Type.Integer({ description: 'Number of grouped reports, messages or tasks' })),
    amount: Type.Optional(money),
    threshold: Type.Optional(amount({ description: 'Low-balance threshold' })),
    currency: Type.Optional(text),
    reason: Type.Optional(
      Type.String({ description: 'Text written by a person, on one line of up to 500 characters' }),
    ),
    untilUtc: Type.Optional(
      Type.String({ format: 'date-time', description: 'Deadline to act; of a sanction, its end' }),
    ),
    outcome: Type.Optional(text),
    side: Type.Optional(Type.String({ description: 'The side of the recipient: advertiser or executor' })),
    endpointId: Type.Optional(Type.Integer({ description: 'The webhook' })),
    url: Type.Optional(Type.String({ description: 'Of the webhook' })),
    about: Type.Optional(
      Type.String({
        description:
          'Details: of a webhook Failing, DisabledFailing, DisabledGone or DisabledByOperator; of an account Password, PasswordReset, SecondFactorOff, PasskeyAdded or PasskeyRemoved',
      }),
    ),
    sanctionId: Type.Optional(Type.Integer({ description: 'The sanction' })),
    sanctionKind: Type.Optional(Type.String({ description: 'What the sanction bars from' })),
    withdrawalId: Type.Optional(Type.Integer({ description: 'The withdrawal' })),
    refundId: Type.Optional(Type.Integer({ description: 'The refund' })),
    credentialId: Type.Optional(Type.Integer({ description: 'The token or key' })),
    credentialKind: Type.Optional(Type.String({ description: 'AccessToken or ApiKey' })),
    conversationId: Type.Optional(Type.Integer({ description: 'The conversation: the id of its reservation' })),
    sender: Type.Optional(
      Type.String({ description: 'The executor who wrote to an advertiser, by the id that reports show' }),
    ),
    searchId: Type.Optional(Type.Integer({ description: 'The saved search' })),
    searchName: Type.Optional(Type.String({ description: 'Name of the saved search' })),
    credentialName: Type.Optional(Type.String({ description: 'Name given by its creator' })),
  },
  { description: 'Data of the notification, by kind' },
)

const notificationJson = serializer<Notification>({ title: 'Notification' })({
  id,
  kind,
  data: values,
  path: [Type.String({ description: 'Console page for acting on it' }), ({ kind, data }) => pathOf(kind, data)],
  createdAtUtc: instant,
  readAtUtc: nullable(instant),
})

const unreadCount = Type.Integer({ description: 'Number of unread notifications, counted up to 100' })
export const notificationsSchema = Type.Object({ ...notificationJson.pageSchema.properties, unreadCount })
export const unreadSchema = Type.Object({ unreadCount })

export const serializeNotifications = (list: PageOf<Notification> & { readonly unreadCount: number }) => ({
  ...notificationJson.serializePage(list),
  unreadCount: list.unreadCount,
})

const preferenceJson = serializer<Preference>()({
  kind,
  console: Type.Boolean({ description: 'Whether it appears in the console' }),
  email: Type.Boolean({ description: 'Whether it is e-mailed' }),
  push: Type.Boolean({
    description: 'Whether browsers with push messages show it; false unless it appears in the console',
  }),
  consoleIsFixed: [
    Type.Boolean({ description: 'Whether it always appears in the console' }),
    ({ kind }) => ruleOf(kind).isFixed ?? false,
  ],
  emailIsFixed: [
    Type.Boolean({ description: 'Whether it is always e-mailed' }),
    ({ kind }) => ruleOf(kind).isAlwaysMailed ?? false,
  ],
})
export const preferencesSchema = Type.Object(
  { choices: arrayOf(preferenceJson.schema) },
  { title: 'NotificationSettings' },
)
export const serializePreferences = (choices: readonly Preference[]) => ({
  choices: choices.map((choice) => preferenceJson.serialize(choice)),
})
