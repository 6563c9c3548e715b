import { inLanguage } from '../../values/language.ts'

/** Texts of the mail to executors whose reservation was revoked because an operator suspended the offer. */
type Texts = {
  readonly subject: string
  readonly happened: (title: string) => string
  readonly why: string
  readonly next: string
}

const en: Texts = {
  subject: 'Your reservation has ended: the task was suspended',
  happened: (title) => `An operator has suspended the task “${title}”, so your reservation has ended.`,
  why: 'Reason',
  next: 'This does not affect your reputation. Work you submitted earlier is reviewed as usual.',
}

const ru: Texts = {
  subject: 'Ваша бронь закончилась: задание остановлено',
  happened: (title) => `Оператор остановил задание «${title}», поэтому ваша бронь закончилась.`,
  why: 'Причина',
  next: 'На вашей репутации это не скажется. Работы, отправленные раньше, проверяются как обычно.',
}

const languages = { en, ru }

/** Returns the mail about a revoked reservation in the closest available language. */
export function revokedNotice(title: string, reason: string, language: string) {
  const { subject, happened, why, next } = inLanguage(languages, language)
  return { subject, body: [happened(title), `${why}: ${reason}`, next].join('\n\n') }
}
