import type { Id } from '../values/id.ts'
import { inLanguage } from '../values/language.ts'
import { isolated } from '../values/requests/texts.ts'
import type { Reader } from './mail.ts'
import { lineOf, type NotificationKind, type NotificationValues, pathOf } from './notification.ts'

/** A notification that waited for a digest. */
export type DigestEntry = {
  readonly account: Id<'account'>
  readonly kind: NotificationKind
  readonly data: NotificationValues
  readonly readAt: Date | null
  /** For messages: how many of the conversation are unread; null: the conversation is gone. */
  readonly unread: number | null
}

const titleMax = 80
const linesMax = 20

type Words = {
  readonly messages: (count: number) => string
  readonly searches: (count: number) => string
  readonly conversation: (title: string, sender: string, count: number) => string
  readonly search: (name: string, count: number) => string
  readonly more: (count: number) => string
  readonly choose: string
}

const en: Words = {
  messages: (count) => `Unread messages: ${count}`,
  searches: (count) => `Saved searches with new tasks: ${count}`,
  conversation: (title, sender, count) => `“${title}”, ${sender || 'the advertiser'}: ${count} unread`,
  search: (name, count) => `“${name}”: ${count} new`,
  more: (count) => `And ${count} more.`,
  choose: 'Manage e-mail notifications',
}
const ru: Words = {
  messages: (count) => `Непрочитанные сообщения: ${count}`,
  searches: (count) => `Сохранённые поиски с новыми заданиями: ${count}`,
  conversation: (title, sender, count) => `«${title}», ${sender || 'рекламодатель'}: непрочитано ${count}`,
  search: (name, count) => `«${name}»: новых ${count}`,
  more: (count) => `И ещё ${count}.`,
  choose: 'Настройки уведомлений по почте',
}

const shownName = (text = ''): string => isolated(lineOf(text, titleMax))

type Line = { readonly text: string; readonly url: string }

/**
 * Returns a digest as plain-text mail: how many messages are unread, their senders, and which saved searches found tasks. Never a
 * text of a message: mail is read by others, and cannot be erased. Returns undefined if all is read by now.
 */
export function digestOf(entries: readonly DigestEntry[], { email, language }: Reader, publicUrl: string) {
  const words = inLanguage({ en, ru }, language)
  const lineWith = (entry: DigestEntry, text: string): Line => ({
    text,
    url: publicUrl + pathOf(entry.kind, entry.data),
  })
  const talks = latest(entries, 'MessageReceived', ({ conversationId }) => conversationId).filter(
    ({ unread }) => unread,
  )
  const searches = latest(entries, 'SearchMatched', ({ searchId }) => searchId).filter(({ readAt }) => readAt === null)
  const unread = talks.reduce((sum, entry) => sum + (entry.unread ?? 0), 0)
  const heads = [
    ...(unread > 0 ? [words.messages(unread)] : []),
    ...(searches.length > 0 ? [words.searches(searches.length)] : []),
  ]
  if (heads.length === 0) return undefined
  const lines = [
    ...talks.map((entry) =>
      lineWith(entry, words.conversation(shownName(entry.data.title), entry.data.sender ?? '', entry.unread ?? 0)),
    ),
    ...searches.map((entry) =>
      lineWith(entry, words.search(shownName(entry.data.searchName), entry.data.reports ?? 0)),
    ),
  ]
  const shown = lines.slice(0, linesMax).map(({ text, url }) => `${text}\n${url}`)
  const rest = lines.length > linesMax ? [words.more(lines.length - linesMax)] : []
  const end = `${words.choose}: ${publicUrl}/settings/notifications`
  return { recipient: email, subject: heads.join(', '), body: [...shown, ...rest, end].join('\n\n'), hasSecret: false }
}

/** Returns the newest entry of a kind for each record. */
const latest = (
  entries: readonly DigestEntry[],
  kind: NotificationKind,
  recordOf: (data: NotificationValues) => number | undefined,
): readonly DigestEntry[] => [
  ...new Map(entries.filter((entry) => entry.kind === kind).map((entry) => [recordOf(entry.data), entry])).values(),
]
