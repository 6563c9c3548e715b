import { inLanguage } from '../values/language.ts'

/** Requested: the grace period begins. Waiting: obstacles remain on the closing date. Closed: the account was closed. */
export type ClosingMail = 'Requested' | 'Reminder' | 'Waiting' | 'Closed'
type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<ClosingMail, Text>>>> = {
  en: {
    Requested: {
      subject: 'Your account will be closed',
      lines: [
        'Your account will be closed and your personal data erased on {day}. Until then you can sign in and cancel this:',
        '{link}',
        'Until then you cannot reserve or post tasks. If you did not request this, cancel it and change your password.',
      ],
    },
    Reminder: {
      subject: 'Your account will be closed soon',
      lines: [
        'Your account will be closed on {day}. After that it cannot be reopened. To keep it, sign in here:',
        '{link}',
      ],
    },
    Waiting: {
      subject: 'Your account cannot be closed yet',
      lines: [
        'Your account has new obligations since you asked us to close it. See and resolve them here:',
        '{link}',
        'We will try again every day.',
      ],
    },
    Closed: {
      subject: 'Your account is closed',
      lines: [
        'Your account is closed. The data that identifies you has been erased; ledger entries remain without your name, as required by law.',
        'This is the last e-mail. The account can no longer be used to sign in.',
      ],
    },
  },
  ru: {
    Requested: {
      subject: 'Ваша учётная запись будет закрыта',
      lines: [
        'Ваша учётная запись будет закрыта {day}, а персональные данные удалены. До этого можно войти и отменить закрытие:',
        '{link}',
        'До этого нельзя бронировать и размещать задания. Если вы об этом не просили, отмените закрытие и смените пароль.',
      ],
    },
    Reminder: {
      subject: 'Ваша учётная запись скоро будет закрыта',
      lines: [
        'Ваша учётная запись будет закрыта {day}. Восстановить её после этого нельзя. Чтобы оставить её, войдите:',
        '{link}',
      ],
    },
    Waiting: {
      subject: 'Учётную запись пока нельзя закрыть',
      lines: [
        'После запроса на закрытие у учётной записи появились незавершённые обязательства. Посмотрите их и завершите:',
        '{link}',
        'Мы будем повторять попытку каждый день.',
      ],
    },
    Closed: {
      subject: 'Ваша учётная запись закрыта',
      lines: [
        'Ваша учётная запись закрыта. Данные, по которым вас можно узнать, удалены; записи о деньгах остаются без имени, как требует закон.',
        'Это последнее письмо. Войти в учётную запись больше нельзя.',
      ],
    },
  },
}

type Reader = { readonly email: string; readonly language: string }

/** Returns a mail about closing an account in the recipient's language, or in English. */
export function closingMail(kind: ClosingMail, to: Reader, closesAt: Date, publicUrl: string) {
  const { subject, lines } = inLanguage(texts, to.language)[kind]
  const [day, link] = [closesAt.toISOString().slice(0, 10), `${publicUrl}/settings/data`]
  const body = lines.map((line) => line.replace('{day}', day).replace('{link}', link)).join('\n\n')
  return { recipient: to.email, subject, body: `${body}\n` }
}
