import type { Language, Shown } from './words.ts'

const outcomes: Readonly<Record<string, string>> = {
  Executor: 'Решение в пользу исполнителя: работа принята и оплачена.',
  Advertiser: 'Решение в пользу рекламодателя: отказ остаётся в силе.',
  Conceded: 'Рекламодатель согласился: работа принята и оплачена.',
  Silence: 'Решение не было принято вовремя, поэтому работа принята и оплачена.',
  PaymentPending: 'Решение в пользу исполнителя. Работа будет принята и оплачена, когда площадка одобрит выплату.',
  PaymentRefused: 'Площадка отказалась платить за рекламодателя: отказ в приёмке остаётся в силе.',
}
const barred: Readonly<Record<string, string>> = {
  Warning: 'Это предупреждение: ничего не запрещено.',
  NoReservations: 'Ваш аккаунт не может бронировать задания.',
  NoOffers: 'Ваш аккаунт не может отправлять задания на проверку.',
  Suspension: 'Ваш аккаунт приостановлен.',
}
const changed: Readonly<Record<string, string>> = {
  Password: 'Пароль вашего аккаунта изменён.',
  PasswordReset:
    'Пароль вашего аккаунта задан заново по ссылке из письма. Все токены доступа и ключи API отозваны: создайте новые для программ, которые ими пользовались.',
  SecondFactorOff: 'Второй фактор вашего аккаунта отключён: теперь для входа достаточно пароля.',
  PasskeyAdded: 'К вашему аккаунту добавлен ключ доступа. С ним можно войти без пароля.',
  PasskeyRemoved: 'Один из ключей доступа вашего аккаунта удалён.',
}
const title = ({ title = '' }: Shown) => `«${title}»`
const by = ({ until }: Shown, words: string) => (until === '' ? '' : ` ${words} ${until}.`)

export const ru: Language = {
  reason: 'Причина',
  open: 'Открыть в консоли',
  choose: 'Вы сами выбираете, о чём вам писать',
  kinds: {
    ReportSubmitted: {
      subject: (told) => `Новые отчёты: ${title(told)}`,
      happened: (told) => `По вашему заданию ${title(told)} сдана работа. Она ждёт вашей проверки.`,
    },
    ReviewDue: {
      subject: (told) => `Проверьте скоро, иначе будет принято: ${title(told)}`,
      happened: (told) =>
        `Работа по вашему заданию ${title(told)} будет принята автоматически в течение суток, если вы не решите иначе.${by(told, 'Первый срок:')}`,
    },
    ReportDisputed: {
      subject: (told) => `Отказ обжалован: ${title(told)}`,
      happened: (told) =>
        `Исполнитель обжалует отказ по отчёту ${told.executionId} вашего задания ${title(told)}.${by(told, 'Ответьте до')}`,
    },
    OfferApproved: {
      subject: (told) => `Одобрено: ${title(told)}`,
      happened: (told) => `Ваше задание ${title(told)} одобрено. Теперь исполнители его видят.`,
    },
    OfferRejected: {
      subject: (told) => `Не одобрено: ${title(told)}`,
      happened: (told) => `Ваше задание ${title(told)} не одобрено. Его можно изменить и отправить снова.`,
    },
    OfferChangeApproved: {
      subject: (told) => `Изменение одобрено: ${title(told)}`,
      happened: (told) => `Ваше изменение задания ${title(told)} одобрено. Исполнители уже видят его.`,
    },
    OfferChangeRejected: {
      subject: (told) => `Изменение не одобрено: ${title(told)}`,
      happened: (told) =>
        `Ваше изменение задания ${title(told)} не одобрено. Задание продолжается в прежнем виде; можно предложить другое изменение.`,
    },
    OfferPaused: {
      subject: (told) => `Приостановлено оператором: ${title(told)}`,
      happened: (told) =>
        `Оператор приостановил ваше задание ${title(told)}. Забронировать его нельзя, пока оператор не возобновит его.`,
    },
    OffersPaused: {
      subject: () => 'Все ваши задания приостановлены',
      happened: ({ about }) =>
        about === 'deposit_charged_back'
          ? 'Одно из ваших пополнений отозвано, и остался долг, поэтому все ваши задания приостановлены. Начатые брони продолжаются и оплачиваются. Погасите долг, и задания возобновятся.'
          : 'Ваша учётная запись заблокирована, поэтому все ваши задания приостановлены. Начатые брони продолжаются и оплачиваются. Задания возобновятся, когда блокировка закончится.',
    },
    OffersResumed: {
      subject: ({ about }) =>
        about === 'deposit_charged_back' ? 'Ваш долг погашен' : 'Блокировка больше не приостанавливает ваши задания',
      happened: () => 'Приостановленные из-за этого задания снова активны, если ничто другое их не удерживает.',
    },
    OfferCompleted: {
      subject: (told) => `Завершено: ${title(told)}`,
      happened: (told) =>
        `Ваше задание ${title(told)} завершено. Удержанные и не израсходованные средства снова доступны.`,
    },
    BalanceLow: {
      subject: ({ sum }) => `На балансе мало средств: ${sum}`,
      happened: ({ sum, least }) => `Доступно ${sum}. Это меньше, чем ${least}, о чём вы просили сообщать.`,
    },
    DepositArrived: {
      subject: ({ sum }) => `Пополнение зачислено: ${sum}`,
      happened: ({ sum }) => `На ваш баланс зачислено ${sum}.`,
    },
    RefundPaid: {
      subject: ({ sum }) => `Возврат отправлен: ${sum}`,
      happened: ({ sum }) => `С вашего баланса вам возвращено ${sum}.`,
    },
    RefundFailed: {
      subject: ({ sum }) => `Возврат не выполнен: ${sum}`,
      happened: ({ sum }) => `Возврат ${sum} не выполнен. Деньги снова на вашем балансе.`,
    },
    WorkAccepted: {
      subject: (told) => `Принято: ${title(told)}`,
      happened: (told) => `Ваша работа по заданию ${title(told)} принята. Вы заработали ${told.sum}.`,
    },
    WorkRejected: {
      subject: (told) => `Отказано: ${title(told)}`,
      happened: (told) => `Ваша работа по заданию ${title(told)} не принята.${by(told, 'Отказ можно обжаловать до')}`,
    },
    ReworkRequested: {
      subject: (told) => `Нужно доработать: ${title(told)}`,
      happened: (told) =>
        `Рекламодатель задания ${title(told)} просит доработать вашу работу.${by(told, 'Сдайте её снова до')}`,
    },
    DisputeAnswered: {
      subject: (told) => `На вашу жалобу ответили: ${title(told)}`,
      happened: (told) => `Рекламодатель задания ${title(told)} ответил на вашу жалобу. Теперь решает оператор.`,
    },
    DisputeDecided: {
      subject: (told) => `Спор решён: ${title(told)}`,
      happened: (told) => `Спор о работе по заданию ${title(told)} завершён. ${outcomes[told.outcome ?? ''] ?? ''}`,
    },
    BonusReceived: {
      subject: (told) => `Премия ${told.sum}: ${title(told)}`,
      happened: (told) => `Рекламодатель задания ${title(told)} выплатил вам премию ${told.sum}.`,
    },
    WithdrawalPaid: {
      subject: ({ sum }) => `Выплата отправлена: ${sum}`,
      happened: ({ sum }) => `Вам отправлено ${sum}.`,
    },
    WithdrawalFailed: {
      subject: ({ sum }) => `Выплата не выполнена: ${sum}`,
      happened: ({ sum }) => `Выплата ${sum} не выполнена. Деньги снова среди вашего заработка.`,
    },
    ReportWithdrawn: {
      subject: (told) => `Работа отозвана: ${title(told)}`,
      happened: (told) =>
        `Исполнитель отозвал работу, сданную по вашему заданию ${title(told)} (отчёт ${told.executionId}). Платить не нужно, место снова свободно.`,
    },
    FraudHoldEnding: {
      subject: (told) => `Задержка скоро закончится: отчёт ${told.executionId}`,
      happened: (told) =>
        `Отчёт ${told.executionId} по заданию ${title(told)} задержан из-за подозрения в мошенничестве.${by(told, 'Задержка закончится сама:')} Решите до этого: отпустите отчёт или примените санкцию к аккаунту.`,
    },
    GuaranteePaymentWaiting: {
      subject: ({ sum }) => `Одобрите выплату из гарантии или откажите: ${sum}`,
      happened: (told) =>
        `Спор о работе по заданию ${title(told)} решён в пользу исполнителя, а рекламодатель не может заплатить. Площадка заплатила бы за него ${told.sum}; выплата ждёт решения оператора.`,
    },
    SanctionImposed: {
      subject: () => 'На ваш аккаунт наложена санкция',
      happened: (told) =>
        `${barred[told.sanctionKind ?? ''] ?? 'На ваш аккаунт наложена санкция.'}${by(told, 'Действует до')} Её можно обжаловать один раз.`,
    },
    SanctionUpheld: {
      subject: () => 'Санкция на ваш аккаунт остаётся в силе',
      happened: (told) =>
        `Ваша жалоба рассмотрена, санкция остаётся в силе. ${barred[told.sanctionKind ?? ''] ?? ''}${by(told, 'Действует до')}`,
    },
    SanctionLifted: {
      subject: () => 'Санкция с вашего аккаунта снята',
      happened: () => 'Санкция больше не действует и ничего не запрещает вашему аккаунту.',
    },
    CredentialCreated: {
      subject: ({ credentialKind }) =>
        credentialKind === 'ApiKey' ? 'Создан новый ключ API' : 'Создан новый токен доступа',
      happened: ({ credentialKind, credentialName }) => {
        const what = credentialKind === 'ApiKey' ? 'ключ API' : 'токен доступа'
        return `Для вашего аккаунта создан ${what}${credentialName ? `: «${credentialName}»` : ''}. Если это были не вы, отзовите его и смените пароль.`
      },
    },
    SignInChanged: {
      subject: () => 'Изменён вход в ваш аккаунт',
      happened: ({ about = '' }) =>
        `${changed[about] ?? 'Изменён вход в ваш аккаунт.'} Если это были не вы, запросите новый пароль на странице входа и завершите все другие сеансы.`,
    },
  },
}
