import type { FormattedValues, Language } from './words.ts'

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
const title = ({ title = '' }: FormattedValues) => `«${title}»`
const by = ({ until }: FormattedValues, words: string) => (until === '' ? '' : ` ${words} ${until}.`)

export const ru: Language = {
  reason: 'Причина',
  open: 'Открыть в консоли',
  choose: 'Вы сами выбираете, о чём вам писать',
  kinds: {
    ReportSubmitted: {
      subject: (values) => `Новые отчёты: ${title(values)}`,
      happened: (values) => `По вашему заданию ${title(values)} сдана работа. Она ждёт вашей проверки.`,
    },
    ReviewDue: {
      subject: (values) => `Проверьте скоро, иначе будет принято: ${title(values)}`,
      happened: (values) =>
        `Работа по вашему заданию ${title(values)} будет принята автоматически в течение суток, если вы не решите иначе.${by(values, 'Первый срок:')}`,
    },
    ReportDisputed: {
      subject: (values) => `Отказ обжалован: ${title(values)}`,
      happened: (values) =>
        `Исполнитель обжалует отказ по отчёту ${values.executionId} вашего задания ${title(values)}.${by(values, 'Ответьте до')}`,
    },
    OfferApproved: {
      subject: (values) => `Одобрено: ${title(values)}`,
      happened: (values) => `Ваше задание ${title(values)} одобрено. Теперь исполнители его видят.`,
    },
    OfferRejected: {
      subject: (values) => `Не одобрено: ${title(values)}`,
      happened: (values) => `Ваше задание ${title(values)} не одобрено. Его можно изменить и отправить снова.`,
    },
    OfferChangeApproved: {
      subject: (values) => `Изменение одобрено: ${title(values)}`,
      happened: (values) => `Ваше изменение задания ${title(values)} одобрено. Исполнители уже видят его.`,
    },
    OfferChangeRejected: {
      subject: (values) => `Изменение не одобрено: ${title(values)}`,
      happened: (values) =>
        `Ваше изменение задания ${title(values)} не одобрено. Задание продолжается в прежнем виде; можно предложить другое изменение.`,
    },
    OfferPaused: {
      subject: (values) => `Приостановлено оператором: ${title(values)}`,
      happened: (values) =>
        `Оператор приостановил ваше задание ${title(values)}. Забронировать его нельзя, пока оператор не возобновит его.`,
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
      subject: (values) => `Завершено: ${title(values)}`,
      happened: (values) =>
        `Ваше задание ${title(values)} завершено. Удержанные и не израсходованные средства снова доступны.`,
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
      subject: (values) => `Принято: ${title(values)}`,
      happened: (values) => `Ваша работа по заданию ${title(values)} принята. Вы заработали ${values.sum}.`,
    },
    WorkRejected: {
      subject: (values) => `Отказано: ${title(values)}`,
      happened: (values) =>
        `Ваша работа по заданию ${title(values)} не принята.${by(values, 'Отказ можно обжаловать до')}`,
    },
    ReworkRequested: {
      subject: (values) => `Нужно доработать: ${title(values)}`,
      happened: (values) =>
        `Рекламодатель задания ${title(values)} просит доработать вашу работу.${by(values, 'Сдайте её снова до')}`,
    },
    DisputeAnswered: {
      subject: (values) => `На вашу жалобу ответили: ${title(values)}`,
      happened: (values) => `Рекламодатель задания ${title(values)} ответил на вашу жалобу. Теперь решает оператор.`,
    },
    DisputeDecided: {
      subject: (values) => `Спор решён: ${title(values)}`,
      happened: (values) =>
        `Спор о работе по заданию ${title(values)} завершён. ${outcomes[values.outcome ?? ''] ?? ''}`,
    },
    BonusReceived: {
      subject: (values) => `Премия ${values.sum}: ${title(values)}`,
      happened: (values) => `Рекламодатель задания ${title(values)} выплатил вам премию ${values.sum}.`,
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
      subject: (values) => `Работа отозвана: ${title(values)}`,
      happened: (values) =>
        `Исполнитель отозвал работу, сданную по вашему заданию ${title(values)} (отчёт ${values.executionId}). Платить не нужно, место снова свободно.`,
    },
    FraudHoldEnding: {
      subject: (values) => `Задержка скоро закончится: отчёт ${values.executionId}`,
      happened: (values) =>
        `Отчёт ${values.executionId} по заданию ${title(values)} задержан из-за подозрения в мошенничестве.${by(values, 'Задержка закончится сама:')} Решите до этого: отпустите отчёт или примените санкцию к аккаунту.`,
    },
    GuaranteePaymentWaiting: {
      subject: ({ sum }) => `Одобрите выплату из гарантии или откажите: ${sum}`,
      happened: (values) =>
        `Спор о работе по заданию ${title(values)} решён в пользу исполнителя, а рекламодатель не может заплатить. Площадка заплатила бы за него ${values.sum}; выплата ждёт решения оператора.`,
    },
    SanctionImposed: {
      subject: () => 'На ваш аккаунт наложена санкция',
      happened: (values) =>
        `${barred[values.sanctionKind ?? ''] ?? 'На ваш аккаунт наложена санкция.'}${by(values, 'Действует до')} Её можно обжаловать один раз.`,
    },
    SanctionUpheld: {
      subject: () => 'Санкция на ваш аккаунт остаётся в силе',
      happened: (values) =>
        `Ваша жалоба рассмотрена, санкция остаётся в силе. ${barred[values.sanctionKind ?? ''] ?? ''}${by(values, 'Действует до')}`,
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
