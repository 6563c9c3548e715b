import { inLanguage } from '../../values/language.ts'
import type { BookCheck } from './books.ts'

type Words = { readonly subject: string; readonly happened: string; readonly next: string }

const en: Words = {
  subject: 'The books do not balance',
  happened: 'The verification at {time} found these mismatches:',
  next: 'Stop payouts until you know the cause. Details, and a button to verify again:',
}
const ru: Words = {
  subject: 'Баланс не сходится',
  happened: 'Проверка в {time} нашла расхождения:',
  next: 'Остановите выплаты, пока не найдёте причину. Подробности и повторная проверка:',
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
