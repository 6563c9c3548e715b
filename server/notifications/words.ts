import type { NotificationKind, NotificationValues } from './notification.ts'

/** The mail for a kind: a subject and one or two sentences. */
export type Words = {
  readonly subject: (values: FormattedValues) => string
  readonly happened: (values: FormattedValues) => string
}

/** Values with formatted amounts and times. */
export type FormattedValues = NotificationValues & {
  readonly sum: string
  readonly least: string
  readonly until: string
}

/** The mails in one language. Endpoint mails have texts of their own. */
export type Language = {
  readonly reason: string
  readonly open: string
  readonly choose: string
  readonly kinds: Readonly<Record<Exclude<NotificationKind, 'EndpointFailing'>, Words>>
}
