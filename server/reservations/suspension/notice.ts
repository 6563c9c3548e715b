import { inLanguage } from '../../values/language.ts'

/** What executors are told by mail whose reservation ended because an operator suspended the offer. */
type Texts = {
  readonly subject: string
  readonly happened: (title: string) => string
  readonly why: string
  readonly next: string
}

const en: Texts = {
  subject: 'Your reservation has ended: the offer was suspended',
  happened: (title) => `An operator has suspended the offer “${title}”, so your reservation of it has ended.`,
  why: 'The reason',
  next: 'It is not held against you. What you have submitted before is reviewed as usual.',
}

const ru: Texts = {
  subject: 'Ваша бронь закончилась: предложение приостановлено',
  happened: (title) => `Оператор приостановил предложение «${title}», поэтому ваша бронь закончилась.`,
  why: 'Причина',
  next: 'На вашей репутации это не скажется. Отправленное раньше проверяется как обычно.',
}

const languages = { en, ru }

/** The mail about a reservation that was revoked, in the language that serves the executor best. */
export function revokedNotice(title: string, reason: string, language: string) {
  const { subject, happened, why, next } = inLanguage(languages, language)
  return { subject, body: [happened(title), `${why}: ${reason}`, next].join('\n\n') }
}
