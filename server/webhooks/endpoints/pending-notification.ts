import { inLanguage } from '../../values/language.ts'
import { disableDays, notifyDays } from './endpoint.ts'

/** Mails about endpoints. */
const mailKinds = ['Failing', 'DisabledFailing', 'DisabledGone', 'DisabledByOperator'] as const
export type EndpointMailKind = (typeof mailKinds)[number]

type Words = { readonly subject: string; readonly happened: string; readonly next: string }
type Texts = Readonly<Record<EndpointMailKind, Words>> & { readonly endpoint: string; readonly log: string }

const en: Texts = {
  DisabledByOperator: {
    subject: 'Your webhook was disabled by an operator',
    happened: 'An operator of the marketplace has disabled your webhook. No events are sent to it.',
    next: 'Only an operator can enable it. You can read missed events from the event feed.',
  },
  endpoint: 'Webhook',
  log: 'Deliveries of the last 30 days',
  Failing: {
    subject: 'Your webhook has been unreachable for three days',
    happened: `For ${notifyDays} days, no attempt to deliver an event to your webhook has succeeded.`,
    next: `We keep trying. If nothing arrives within ${disableDays - notifyDays} more days, the webhook will be disabled.`,
  },
  DisabledFailing: {
    subject: 'Your webhook is disabled: unreachable for five days',
    happened: `For ${disableDays} days, no attempt to deliver an event to your webhook has succeeded, so we have disabled it.`,
    next: 'Enable it once it works again. You can replay missed events or read them from the event feed.',
  },
  DisabledGone: {
    subject: 'Your webhook is disabled: it answered 410 Gone',
    happened:
      'Your webhook answered 410 Gone, which means that nothing more should be sent to it. We have disabled it.',
    next: 'If this was a mistake, enable it. You can replay missed events or read them from the event feed.',
  },
}

const ru: Texts = {
  DisabledByOperator: {
    subject: 'Ваш вебхук отключён оператором',
    happened: 'Оператор площадки отключил ваш вебхук. События на него не отправляются.',
    next: 'Включить его может только оператор. Пропущенные события можно прочитать в списке событий.',
  },
  endpoint: 'Вебхук',
  log: 'Его доставки за последние 30 дней',
  Failing: {
    subject: 'Ваш вебхук недоступен три дня',
    happened: `Уже ${notifyDays} дня ни одна попытка доставить событие на ваш вебхук не удалась.`,
    next: `Мы продолжаем попытки. Если в ближайшие ${disableDays - notifyDays} дня ничего не дойдёт, вебхук будет отключён.`,
  },
  DisabledFailing: {
    subject: 'Ваш вебхук отключён: он недоступен пять дней',
    happened: `Уже ${disableDays} дней ни одна попытка доставить событие на ваш вебхук не удалась, поэтому мы его отключили.`,
    next: 'Когда он снова заработает, включите его. Пропущенные события можно отправить повторно или прочитать в списке событий.',
  },
  DisabledGone: {
    subject: 'Ваш вебхук отключён: он ответил 410 Gone',
    happened: 'Ваш вебхук ответил 410 Gone, то есть попросил больше ничего ему не отправлять. Мы его отключили.',
    next: 'Если это произошло по ошибке, включите его. Пропущенные события можно отправить повторно или прочитать в списке событий.',
  },
}

const languages = { en, ru }

/** Returns the mail about an endpoint, for a known kind or for `Failing`, in the account's language. `apiUrl`: where its deliveries are listed. */
export function endpointMailOf(
  about: string | undefined,
  { id, url }: { readonly id: number; readonly url: string },
  { language, apiUrl }: { readonly language: string; readonly apiUrl: string },
): { readonly subject: string; readonly body: string } {
  const texts = inLanguage(languages, language)
  const { subject, happened, next } = texts[mailKinds.find((kind) => kind === about) ?? 'Failing']
  const log = `${texts.log}: GET ${apiUrl}/webhooks/${id}/deliveries`
  return { subject, body: [`${texts.endpoint} ${id}: ${url}`, happened, next, log].join('\n\n') }
}
