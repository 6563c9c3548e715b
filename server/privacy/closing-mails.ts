import { inLanguage } from '../values/language.ts'

/** Asked: the time of grace begins. Waiting: something stands in the way on the day of closing. Closed: it is done. */
export type ClosingMail = 'Asked' | 'Reminder' | 'Waiting' | 'Closed'
type Text = { readonly subject: string; readonly lines: readonly string[] }

const texts: Readonly<Record<'en' | 'ru', Readonly<Record<ClosingMail, Text>>>> = {
  en: {
    Asked: {
      subject: 'Your account will be closed',
      lines: [
        'Your account is to be closed on {day}, and your personal data erased. Until then you can sign in and change your mind:',
        '{link}',
        'You cannot reserve tasks or submit offers meanwhile. If you did not ask for this, cancel it and change your password.',
      ],
    },
    Reminder: {
      subject: 'Your account will be closed soon',
      lines: [
        'Your account will be closed on {day}. It cannot be opened again after that. To keep it, sign in here:',
        '{link}',
      ],
    },
    Waiting: {
      subject: 'Your account cannot be closed yet',
      lines: [
        'Something has come up since you asked us to close your account. See what it is and end it:',
        '{link}',
        'We try again every day.',
      ],
    },
    Closed: {
      subject: 'Your account is closed',
      lines: [
        'Your account is closed. What identifies you has been erased; entries of the accounts stay without your name, as the law requires.',
        'This is the last mail. Nobody can sign in to the account any more.',
      ],
    },
  },
  ru: {
    Asked: {
      subject: 'Ваша учётная запись будет закрыта',
      lines: [
        'Ваша учётная запись будет закрыта {day}, а персональные данные удалены. До этого можно войти и передумать:',
        '{link}',
        'Пока что нельзя брать задания и отправлять предложения. Если вы об этом не просили, отмените закрытие и смените пароль.',
      ],
    },
    Reminder: {
      subject: 'Ваша учётная запись скоро будет закрыта',
      lines: [
        'Ваша учётная запись будет закрыта {day}. После этого открыть её снова нельзя. Чтобы оставить её, войдите:',
        '{link}',
      ],
    },
    Waiting: {
      subject: 'Учётную запись пока нельзя закрыть',
      lines: [
        'С тех пор, как вы попросили закрыть учётную запись, появилась помеха. Посмотрите какая и устраните её:',
        '{link}',
        'Мы пробуем каждый день.',
      ],
    },
    Closed: {
      subject: 'Ваша учётная запись закрыта',
      lines: [
        'Ваша учётная запись закрыта. То, по чему вас можно узнать, удалено; бухгалтерские записи остаются без имени, как требует закон.',
        'Это последнее письмо. Войти в учётную запись больше никто не может.',
      ],
    },
  },
}

type Reader = { readonly email: string; readonly language: string }

/** A mail about the closing of an account, in the language of its reader, or in English. */
export function closingMail(kind: ClosingMail, to: Reader, closesAt: Date, publicUrl: string) {
  const { subject, lines } = inLanguage(texts, to.language)[kind]
  const [day, link] = [closesAt.toISOString().slice(0, 10), `${publicUrl}/settings/data`]
  const body = lines.map((line) => line.replace('{day}', day).replace('{link}', link)).join('\n\n')
  return { recipient: to.email, subject, body: `${body}\n` }
}
