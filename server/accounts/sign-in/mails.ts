import { inLanguage } from '../../values/language.ts'

/** Confirm: show that the address is yours. Known: somebody signed up with an address that has an account. */
export type SignInMail = 'Confirm' | 'Known' | 'Reset'

type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<SignInMail, Text>>>> = {
  en: {
    Confirm: {
      subject: 'Confirm your e-mail address',
      lines: [
        'Somebody, probably you, signed up at {place} with this address. Confirm that it is yours:',
        '{link}',
        'The link works for one day. If it was not you, do nothing: without it nobody can sign in.',
      ],
    },
    Known: {
      subject: 'You already have an account',
      lines: [
        'Somebody, probably you, tried to sign up at {place} with this address, which already has an account. Sign in here:',
        '{link}',
        'If you do not know your password any more, ask for a new one on that page. If it was not you, do nothing.',
      ],
    },
    Reset: {
      subject: 'Choose a new password',
      lines: [
        'Somebody, probably you, asked for a new password at {place}. Choose one here:',
        '{link}',
        'The link works once, for one hour, and signs you out everywhere else.',
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
        'Ссылка действует один день. Если это были не вы, ничего не делайте: без неё никто не сможет войти.',
      ],
    },
    Known: {
      subject: 'У вас уже есть учётная запись',
      lines: [
        'Кто-то, вероятно вы, пытался зарегистрироваться на {place} с этим адресом, но учётная запись уже есть. Войти:',
        '{link}',
        'Если вы не помните пароль, на той же странице можно задать новый. Если это были не вы, ничего не делайте.',
      ],
    },
    Reset: {
      subject: 'Задайте новый пароль',
      lines: [
        'Кто-то, вероятно вы, попросил сменить пароль на {place}. Задать новый:',
        '{link}',
        'Ссылка действует один раз в течение часа; на других устройствах вы выйдете.',
        'Вместе с новым паролем отзываются токены доступа и ключи API, если на той же странице не выбрать, что их нужно сохранить. Если это были не вы, ничего не делайте.',
      ],
    },
  },
}

/** A mail about signing in, in the language of its reader, or in English. */
export function signInMail(kind: SignInMail, to: { email: string; language: string }, link: string) {
  const { subject, lines } = inLanguage(texts, to.language)[kind]
  const place = new URL(link).host
  const body = lines.map((line) => line.replace('{place}', place).replace('{link}', link)).join('\n\n')
  return { recipient: to.email, subject, body: `${body}\n`, hasSecret: true }
}
