import { inLanguage } from '../../values/language.ts'
import type { LedgerCheck } from './ledger-check.ts'

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

/** Maximum number of mismatches in the mail; the page shows more. */
const shownMax = 20

/** Returns the mail to operators about a check that failed after a successful one. */
export function mismatchMail(
  language: string,
  { checkedAt, mismatches }: Pick<LedgerCheck, 'checkedAt' | 'mismatches'>,
  publicUrl: string,
): { readonly subject: string; readonly body: string } {
  const { subject, happened, next } = inLanguage(languages, language)
  const shown = [...mismatches.slice(0, shownMax), ...(mismatches.length > shownMax ? ['…'] : [])].join('\n')
  const lines = [happened.replace('{time}', checkedAt.toISOString()), shown, next, `${publicUrl}/operator/ledger`]
  return { subject, body: lines.join('\n\n') }
}
