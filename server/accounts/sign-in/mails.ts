import { inLanguage } from '../../values/language.ts'

/** Confirm: prove that the address is yours. Known: someone signed up with an address that already has an account. */
export type SignInMail = 'Confirm' | 'Known' | 'Reset'

type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<SignInMail, Text>>>> = {
  en: {
    Confirm: {
      subject: 'Confirm your e-mail address',
      lines: [
        'Someone, probably you, signed up at {place} with this address. Confirm that it is yours:',
        '{link}',
        'The link is valid for one day. If it was not you, do nothing: the account cannot be used without confirmation.',
      ],
    },
    Known: {
      subject: 'You already have an account',
      lines: [
        'Someone, probably you, tried to sign up at {place} with this address, but it already has an account. Sign in here:',
        '{link}',
        'If you forgot your password, you can reset it on that page. If it was not you, do nothing.',
      ],
    },
    Reset: {
      subject: 'Set a new password',
      lines: [
        'Someone, probably you, requested a new password at {place}. Set it here:',
        '{link}',
        'The link works once, is valid for one hour and ends all other sessions.',
        'A new password also revokes your access tokens and API keys, unless you choose to keep them on that page. If it was not you, do nothing.',
      ],
    },
  },
  ru: {
    Confirm: {
      subject: 'Подтвердите адрес электронной почты',
      lines: [
        'Кто-то, вероятно вы, зарегистрировался на {place} с этим адресом. Подтвердите, что он ваш:',
        '{link}',
        'Ссылка действует сутки. Если это были не вы, ничего не делайте: без подтверждения войти нельзя.',
      ],
    },
    Known: {
      subject: 'У вас уже есть учётная запись',
      lines: [
        'Кто-то, вероятно вы, пытался зарегистрироваться на {place} с этим адресом, но с ним уже есть учётная запись. Войти:',
        '{link}',
        'Если вы не помните пароль, на той же странице можно задать новый. Если это были не вы, ничего не делайте.',
      ],
    },
    Reset: {
      subject: 'Задайте новый пароль',
      lines: [
        'Кто-то, вероятно вы, запросил смену пароля на {place}. Задать новый:',
        '{link}',
        'Ссылка одноразовая и действует час. Остальные сеансы завершатся.',
        'Вместе с новым паролем отзываются токены доступа и ключи API, если не сохранить их на той же странице. Если это были не вы, ничего не делайте.',
      ],
    },
  },
}

/** Returns a sign-in mail in the recipient's language, or in English. */
export function signInMail(kind: SignInMail, to: { email: string; language: string }, link: string) {
  const { subject, lines } = inLanguage(texts, to.language)[kind]
  const place = new URL(link).host
  const body = lines.map((line) => line.replace('{place}', place).replace('{link}', link)).join('\n\n')
  return { recipient: to.email, subject, body: `${body}\n`, hasSecret: true }
}
