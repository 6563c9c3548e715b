import { inLanguage } from '../values/language.ts'
import { isolated } from '../values/requests/texts.ts'
import { endpointMailOf } from '../webhooks/endpoints/pending-notification.ts'
import { lineOf, type NotificationValues, pathOf } from './notification.ts'
import type { PendingNotification } from './pending-notifications.ts'
import type { FormattedValues, Language } from './words.ts'
import { en } from './words-en.ts'
import { ru } from './words-ru.ts'

export type Reader = { readonly email: string; readonly language: string }
/** The URLs of the console, and of the API with which a failing endpoint is repaired. */
export type Addresses = { readonly publicUrl: string; readonly apiUrl: string }

type Text = { readonly recipient: string; readonly subject: string; readonly body: string; readonly hasSecret: boolean }

const titleMax = 80
const languages = { en, ru }
const languageOf = (language: string): Language => inLanguage(languages, language)

const sumOf = (amount: number | undefined, currency = ''): string =>
  amount === undefined ? '' : `${amount.toFixed(4).replace(/0{1,2}$/, '')} ${currency}`

/** Truncates to the minute, so the time shown is never later than the deadline. */
const untilOf = (untilUtc = ''): string => (untilUtc === '' ? '' : `${untilUtc.slice(0, 16).replace('T', ' ')} UTC`)

const shown = (values: NotificationValues): FormattedValues => ({
  ...values,
  ...(values.title === undefined ? {} : { title: isolated(lineOf(values.title, titleMax)) }),
  ...(values.credentialName === undefined ? {} : { credentialName: isolated(values.credentialName) }),
  sum: sumOf(values.amount, values.currency),
  least: sumOf(values.threshold, values.currency),
  until: untilOf(values.untilUtc),
})

/** Returns the subject and the sentences about a notification, in the recipient's language. */
export function wordsFor(
  { kind, data }: Pick<PendingNotification, 'kind' | 'data'>,
  { language }: Pick<Reader, 'language'>,
  { apiUrl }: Pick<Addresses, 'apiUrl'>,
): Pick<Text, 'subject' | 'body'> {
  const { kinds, reason } = languageOf(language)
  const why = data.reason === undefined ? '' : `\n\n${reason}: ${isolated(data.reason)}`
  if (kind === 'EndpointFailing') {
    const text = endpointMailOf(data.about, { id: data.endpointId ?? 0, url: data.url ?? '' }, { language, apiUrl })
    return { ...text, body: `${text.body}${why}` }
  }
  const { subject, happened } = kinds[kind]
  return { subject: subject(shown(data)), body: `${happened(shown(data))}${why}` }
}

/** Returns a notification as plain-text mail in the recipient's language. `stopPath`: the link that undoes what happened. */
export function mailOf(
  notification: PendingNotification,
  reader: Reader,
  addresses: Addresses,
  stopPath?: string,
): Text {
  const { open, choose } = languageOf(reader.language)
  const { subject, body } = wordsFor(notification, reader, addresses)
  const { publicUrl } = addresses
  const stop = stopPath === undefined ? '' : `${publicUrl}${stopPath}\n\n`
  const links = `${stop}${open}: ${publicUrl}${pathOf(notification.kind, notification.data)}\n\n${choose}: ${publicUrl}/settings/notifications`
  return { recipient: reader.email, subject, body: `${body}\n\n${links}`, hasSecret: stop !== '' }
}
