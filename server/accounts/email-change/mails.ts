import { inLanguage } from '../../values/language.ts'

/**
 * Old, New: the links for both addresses. OldByOperator: to the old address, which can then only cancel. Taken: the requested
 * address already has an account. Done: to both addresses after the change.
 */
export type EmailChangeMail = 'Old' | 'OldByOperator' | 'New' | 'Taken' | 'Done'

type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<EmailChangeMail, Text>>>> = {
  en: {
    Old: {
      subject: 'Confirm the change of your e-mail address',
      lines: [
        'Someone, probably you, requested to change the e-mail address of your account at {place} to {email}. Confirm it here:',
        '{link}',
        'The address changes once the new one is also confirmed. Both links are valid for one day.',
        'If it was not you, cancel the change here and set a new password:',
        '{cancel}',
      ],
    },
    OldByOperator: {
      subject: 'The e-mail address of your account is being changed',
      lines: [
        'An operator of {place} is changing the e-mail address of your account to {email}, because access to this address was reported as lost.',
        'If you still have access to this address and did not request the change, cancel it here:',
        '{cancel}',
      ],
    },
    New: {
      subject: 'Confirm your new e-mail address',
      lines: [
        'This address was entered as the new address of an account at {place}. Confirm that it is yours:',
        '{link}',
        'The link works once and is valid for one day. If you did not request this, do nothing: without your confirmation nothing changes.',
      ],
    },
    Taken: {
      subject: 'This address already has an account',
      lines: [
        'Someone, probably you, tried to use this address for another account at {place}. It already has an account, so nothing was changed. Sign in to it here:',
        '{link}',
        'To use the address for the other account, first close this one or change its address. If it was not you, do nothing.',
      ],
    },
    Done: {
      subject: 'The e-mail address of your account was changed',
      lines: [
        'The e-mail address of your account at {place} is now {email}. Use it to sign in from now on:',
        '{link}',
        'Other sessions of the account have ended. If you did not request this, write to the operators immediately.',
      ],
    },
  },
  ru: {
    Old: {
      subject: 'Подтвердите смену адреса электронной почты',
      lines: [
        'Кто-то, вероятно вы, запросил на {place} смену адреса вашей учётной записи на {email}. Подтвердить смену:',
        '{link}',
        'Адрес сменится, когда будет подтверждён и новый. Обе ссылки действуют сутки.',
        'Если это были не вы, отмените смену и задайте новый пароль:',
        '{cancel}',
      ],
    },
    OldByOperator: {
      subject: 'Адрес вашей учётной записи меняется',
      lines: [
        'Оператор {place} меняет адрес вашей учётной записи на {email}, потому что доступ к этому адресу считается потерянным.',
        'Если у вас есть доступ к этому адресу и вы не просили об этом, отмените смену:',
        '{cancel}',
      ],
    },
    New: {
      subject: 'Подтвердите новый адрес электронной почты',
      lines: [
        'Этот адрес указан как новый адрес учётной записи на {place}. Подтвердите, что он ваш:',
        '{link}',
        'Ссылка одноразовая и действует сутки. Если вы об этом не просили, ничего не делайте: без подтверждения ничего не изменится.',
      ],
    },
    Taken: {
      subject: 'С этим адресом уже есть учётная запись',
      lines: [
        'Кто-то, вероятно вы, попытался на {place} указать этот адрес для другой учётной записи. С ним уже есть учётная запись, поэтому ничего не изменилось. Войти в неё:',
        '{link}',
        'Чтобы использовать адрес для другой учётной записи, сначала закройте эту или смените её адрес. Если это были не вы, ничего не делайте.',
      ],
    },
    Done: {
      subject: 'Адрес вашей учётной записи изменён',
      lines: [
        'Новый адрес вашей учётной записи на {place} — {email}. Теперь входите с ним:',
        '{link}',
        'Другие сеансы завершены. Если вы об этом не просили, сразу напишите операторам.',
      ],
    },
  },
}

type Filled = {
  readonly publicUrl: string
  /** The address that the mail mentions. */
  readonly email?: string
  readonly link?: string
  readonly cancel?: string
}

/** Returns a mail about an address change in the recipient's language, or in English. */
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
