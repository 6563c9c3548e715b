import type { NotificationKind, NotificationValues } from './notification.ts'

/** What is told of a kind by mail: a subject, and what happened in a sentence or two. */
export type Words = {
  readonly subject: (values: FormattedValues) => string
  readonly happened: (values: FormattedValues) => string
}

/** What is told, with sums and times as people read them. */
export type FormattedValues = NotificationValues & {
  readonly sum: string
  readonly least: string
  readonly until: string
}

/** The mails in one language. Endpoints have words of their own. */
export type Language = {
  readonly reason: string
  readonly open: string
  readonly choose: string
  readonly kinds: Readonly<Record<Exclude<NotificationKind, 'EndpointFailing'>, Words>>
}
