import { inLanguage } from '../values/language.ts'

/**
 * Mails about signing in and about a change of the e-mail address. Confirm: prove that the address is yours. Known: someone signed up
 * with an address that already has an account. Old, New: the links for both addresses of a change. OldByOperator: to the old address,
 * which can then only cancel. Taken: the requested address already has an account. Done: to both addresses after the change. Invite: an
 * invitation to work for an advertiser.
 */
export type AccountMail = 'Confirm' | 'Known' | 'Reset' | 'Old' | 'OldByOperator' | 'New' | 'Taken' | 'Done' | 'Invite'

type Text = readonly [subject: string, ...lines: string[]]

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<AccountMail, Text>>>> = {
  en: {
    Confirm: [
      'Confirm your e-mail address',
      'Someone, probably you, signed up at {place} with this address. Confirm that it is yours and choose a password:',
      '{link}',
      'The link is valid for one day. If it was not you, do nothing: the account cannot be used without confirmation.',
    ],
    Known: [
      'You already have an account',
      'Someone, probably you, tried to sign up at {place} with this address, but it already has an account. Sign in here:',
      '{link}',
      'If you forgot your password, you can reset it on that page. If it was not you, do nothing.',
    ],
    Reset: [
      'Set a new password',
      'Someone, probably you, requested a new password at {place}. Set it here:',
      '{link}',
      'The link works once, is valid for one hour and ends all other sessions.',
      'A new password also revokes your access tokens and API keys, unless you choose to keep them on that page. If it was not you, do nothing.',
    ],
    Old: [
      'Confirm the change of your e-mail address',
      'Someone, probably you, requested to change the e-mail address of your account at {place} to {email}. Confirm it here:',
      '{link}',
      'The address changes once the new one is also confirmed. Both links are valid for one day.',
      'If it was not you, cancel the change here and set a new password:',
      '{cancel}',
    ],
    OldByOperator: [
      'The e-mail address of your account is being changed',
      'An operator of {place} is changing the e-mail address of your account to {email}, because access to this address was reported as lost.',
      'If you still have access to this address and did not request the change, cancel it here:',
      '{cancel}',
    ],
    New: [
      'Confirm your new e-mail address',
      'This address was entered as the new address of an account at {place}. Confirm that it is yours:',
      '{link}',
      'The link works once and is valid for one day. If you did not request this, do nothing: without your confirmation nothing changes.',
    ],
    Taken: [
      'This address already has an account',
      'Someone, probably you, tried to use this address for another account at {place}. It already has an account, so nothing was changed. Sign in to it here:',
      '{link}',
      'To use the address for the other account, first close this one or change its address. If it was not you, do nothing.',
    ],
    Done: [
      'The e-mail address of your account was changed',
      'The e-mail address of your account at {place} is now {email}. Use it to sign in from now on:',
      '{link}',
      'Other sessions of the account have ended. If you did not request this, contact the operators immediately.',
    ],
    Invite: [
      'You are invited to work for an advertiser',
      'An advertiser at {place} invites you to work for their account. See who it is, and accept or decline:',
      '{link}',
      'You need an account with this address. If you have none yet, sign up with it first. The link is valid for seven days.',
      'If you do not know what this is about, do nothing.',
    ],
  },
  ru: {
    Confirm: [
      'Подтвердите адрес электронной почты',
      'Кто-то, вероятно вы, зарегистрировался на {place} с этим адресом. Подтвердите, что он ваш, и выберите пароль:',
      '{link}',
      'Ссылка действует сутки. Если это были не вы, ничего не делайте: без подтверждения войти нельзя.',
    ],
    Known: [
      'У вас уже есть учётная запись',
      'Кто-то, вероятно вы, пытался зарегистрироваться на {place} с этим адресом, но с ним уже есть учётная запись. Войти:',
      '{link}',
      'Если вы не помните пароль, на той же странице можно задать новый. Если это были не вы, ничего не делайте.',
    ],
    Reset: [
      'Задайте новый пароль',
      'Кто-то, вероятно вы, запросил смену пароля на {place}. Задать новый:',
      '{link}',
      'Ссылка одноразовая и действует час. Остальные сеансы завершатся.',
      'Вместе с новым паролем отзываются токены доступа и ключи API, если не сохранить их на той же странице. Если это были не вы, ничего не делайте.',
    ],
    Old: [
      'Подтвердите смену адреса электронной почты',
      'Кто-то, вероятно вы, запросил на {place} смену адреса вашей учётной записи на {email}. Подтвердить смену:',
      '{link}',
      'Адрес сменится, когда будет подтверждён и новый. Обе ссылки действуют сутки.',
      'Если это были не вы, отмените смену и задайте новый пароль:',
      '{cancel}',
    ],
    OldByOperator: [
      'Адрес вашей учётной записи меняется',
      'Оператор {place} меняет адрес вашей учётной записи на {email}, потому что доступ к этому адресу считается потерянным.',
      'Если у вас есть доступ к этому адресу и вы не просили об этом, отмените смену:',
      '{cancel}',
    ],
    New: [
      'Подтвердите новый адрес электронной почты',
      'Этот адрес указан как новый адрес учётной записи на {place}. Подтвердите, что он ваш:',
      '{link}',
      'Ссылка одноразовая и действует сутки. Если вы об этом не просили, ничего не делайте: без подтверждения ничего не изменится.',
    ],
    Taken: [
      'С этим адресом уже есть учётная запись',
      'Кто-то, вероятно вы, попытался на {place} указать этот адрес для другой учётной записи. С ним уже есть учётная запись, поэтому ничего не изменилось. Войти в неё:',
      '{link}',
      'Чтобы использовать адрес для другой учётной записи, сначала закройте эту или смените её адрес. Если это были не вы, ничего не делайте.',
    ],
    Done: [
      'Адрес вашей учётной записи изменён',
      'Новый адрес вашей учётной записи на {place} — {email}. Теперь входите с ним:',
      '{link}',
      'Другие сеансы завершены. Если вы об этом не просили, сразу напишите операторам.',
    ],
    Invite: [
      'Вас приглашают работать от имени рекламодателя',
      'Рекламодатель на {place} приглашает вас работать в его учётной записи. Посмотрите, кто это, и примите или отклоните приглашение:',
      '{link}',
      'Нужна учётная запись с этим адресом. Если её ещё нет, сначала зарегистрируйтесь. Ссылка действует семь дней.',
      'Если вы не знаете, о чём речь, ничего не делайте.',
    ],
  },
}

/** Mails without a link that opens or changes the account. */
const harmless: readonly AccountMail[] = ['Taken', 'Done']

type Values = { readonly publicUrl: string; readonly link: string; readonly email?: string; readonly cancel?: string }

/** Returns a mail in the recipient's language, or in English. `values` fill the placeholders; `{place}` is the host of the market. */
export function accountMail(kind: AccountMail, to: { email: string; language: string }, values: Values) {
  const [subject, ...lines] = inLanguage(texts, to.language)[kind]
  const filled: Readonly<Record<string, string>> = { ...values, place: new URL(values.publicUrl).host }
  const body = lines.map((line) => line.replace(/\{(\w+)\}/g, (_, name) => filled[name] ?? '')).join('\n\n')
  return { recipient: to.email, subject, body: `${body}\n`, hasSecret: !harmless.includes(kind) }
}
