import { inLanguage } from '../../values/language.ts'
import type { BookCheck } from './books.ts'

type Words = { readonly subject: string; readonly happened: string; readonly next: string }

const en: Words = {
  subject: 'The books do not balance',
  happened: 'Everything was added up again at {time}, and this did not agree:',
  next: 'Stop payouts until you know why. What to look at, and the button that adds everything up anew:',
}
const ru: Words = {
  subject: 'Баланс не сходится',
  happened: 'Всё было пересчитано заново в {time}, и не сошлось вот что:',
  next: 'Остановите выплаты, пока не узнаете почему. Что смотреть и кнопка, которая пересчитывает всё заново:',
}
const languages = { en, ru }

/** Whoever has to act is told the first of them; the page shows more. */
const shownMax = 20

/** What an operator is mailed when books that were well are not. */
export function alarmIn(
  language: string,
  { checkedAt, mismatches }: Pick<BookCheck, 'checkedAt' | 'mismatches'>,
  publicUrl: string,
): { readonly subject: string; readonly body: string } {
  const { subject, happened, next } = inLanguage(languages, language)
  const shown = [...mismatches.slice(0, shownMax), ...(mismatches.length > shownMax ? ['…'] : [])].join('\n')
  const lines = [happened.replace('{time}', checkedAt.toISOString()), shown, next, `${publicUrl}/operator/ledger`]
  return { subject, body: lines.join('\n\n') }
}
