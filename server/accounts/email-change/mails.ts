import { inLanguage } from '../../values/language.ts'

/**
 * Old, New: the links to both addresses. OldByOperator: to the old address, which only can cancel then.
 * Taken: somebody asked for an address that has an account. Done: to both addresses after the change.
 */
export type EmailChangeMail = 'Old' | 'OldByOperator' | 'New' | 'Taken' | 'Done'

type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<EmailChangeMail, Text>>>> = {
  en: {
    Old: {
      subject: 'Confirm the change of your e-mail address',
      lines: [
        'Somebody, probably you, asked to change the e-mail address of your account at {place} to {email}. Confirm it here:',
        '{link}',
        'The change is made once the new address is confirmed, too. Both links work for one day.',
        'If it was not you, cancel the change here and choose a new password:',
        '{cancel}',
      ],
    },
    OldByOperator: {
      subject: 'The e-mail address of your account is being changed',
      lines: [
        'An operator of {place} is changing the e-mail address of your account to {email}, because this address was reported as lost.',
        'If you still read this mail and did not ask for that, cancel the change here:',
        '{cancel}',
      ],
    },
    New: {
      subject: 'Confirm your new e-mail address',
      lines: [
        'This address is to become the address of an account at {place}. Confirm that it is yours:',
        '{link}',
        'The link works once, for one day. If you did not ask for this, do nothing: without your confirmation nothing changes.',
      ],
    },
    Taken: {
      subject: 'This address already has an account',
      lines: [
        'Somebody, probably you, asked at {place} to use this address for another account. It already has an account, so nothing was changed. Sign in to it here:',
        '{link}',
        'To use the address for the other account, first close this one or change its address. If it was not you, do nothing.',
      ],
    },
    Done: {
      subject: 'The e-mail address of your account was changed',
      lines: [
        'The e-mail address of your account at {place} is now {email}. Sign in with it from now on:',
        '{link}',
        'Other sessions of the account have ended. If you did not ask for this, write to the operators at once.',
      ],
    },
  },
  ru: {
    Old: {
      subject: 'Подтвердите смену адреса электронной почты',
      lines: [
        'Кто-то, вероятно вы, попросил сменить адрес вашей учётной записи на {place} на {email}. Подтвердить:',
        '{link}',
        'Адрес сменится, когда будет подтверждён и новый. Обе ссылки действуют один день.',
        'Если это были не вы, отмените смену и задайте новый пароль:',
        '{cancel}',
      ],
    },
    OldByOperator: {
      subject: 'Адрес вашей учётной записи меняется',
      lines: [
        'Оператор {place} меняет адрес вашей учётной записи на {email}, потому что доступ к этому адресу считается потерянным.',
        'Если вы читаете это письмо и не просили об этом, отмените смену:',
        '{cancel}',
      ],
    },
    New: {
      subject: 'Подтвердите новый адрес электронной почты',
      lines: [
        'Этот адрес должен стать адресом учётной записи на {place}. Подтвердите, что он ваш:',
        '{link}',
        'Ссылка действует один раз в течение дня. Если вы об этом не просили, ничего не делайте: без подтверждения ничего не изменится.',
      ],
    },
    Taken: {
      subject: 'У этого адреса уже есть учётная запись',
      lines: [
        'Кто-то, вероятно вы, попросил на {place} использовать этот адрес для другой учётной записи. У него уже есть учётная запись, поэтому ничего не изменилось. Войти в неё:',
        '{link}',
        'Чтобы использовать адрес для другой учётной записи, сначала закройте эту или смените её адрес. Если это были не вы, ничего не делайте.',
      ],
    },
    Done: {
      subject: 'Адрес вашей учётной записи изменён',
      lines: [
        'Адрес вашей учётной записи на {place} теперь {email}. Входите с ним:',
        '{link}',
        'Другие сеансы завершены. Если вы об этом не просили, сразу напишите операторам.',
      ],
    },
  },
}

type Filled = {
  readonly publicUrl: string
  /** The address that the mail names. */
  readonly email?: string
  readonly link?: string
  readonly cancel?: string
}

/** A mail about the change of an address, in the language of its reader, or in English. */
export function emailChangeMail(kind: EmailChangeMail, to: { email: string; language: string }, filled: Filled) {
  const { subject, lines } = inLanguage(texts, to.language)[kind]
  const values: Readonly<Record<string, string>> = {
    '{place}': new URL(filled.publicUrl).host,
    '{email}': filled.email ?? '',
    '{link}': filled.link ?? '',
    '{cancel}': filled.cancel ?? '',
  }
  const body = lines.map((line) => line.replace(/\{\w+\}/g, (name) => values[name] ?? name)).join('\n\n')
  return { recipient: to.email, subject, body: `${body}\n`, hasSecret: kind !== 'Taken' && kind !== 'Done' }
}
