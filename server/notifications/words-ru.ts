import type { FormattedValues, Language } from './words.ts'

const outcomes: Readonly<Record<string, string>> = {
  Executor: 'Решение в пользу исполнителя: работа принята и оплачена.',
  Advertiser: 'Решение в пользу рекламодателя: отклонение остаётся в силе.',
  Conceded: 'Рекламодатель уступил: работа принята и оплачена.',
  Silence: 'Решение не было принято вовремя, поэтому работа принята и оплачена.',
  PaymentPending: 'Решение в пользу исполнителя. Работа будет принята и оплачена, когда площадка одобрит выплату.',
  PaymentRefused: 'Площадка отказалась платить за рекламодателя: отклонение остаётся в силе.',
}
const barred: Readonly<Record<string, string>> = {
  Warning: 'Это предупреждение: ничего не запрещено.',
  NoReservations: 'Вы не можете бронировать задания.',
  NoOffers: 'Вы не можете размещать задания.',
  Suspension: 'Ваша учётная запись заблокирована.',
}
const changed: Readonly<Record<string, string>> = {
  Password: 'Пароль вашей учётной записи изменён.',
  PasswordReset:
    'Пароль вашей учётной записи задан заново по ссылке из письма. Все токены доступа и ключи API отозваны: создайте новые для программ, которые ими пользовались.',
  SecondFactorOff: 'Двухфакторная аутентификация вашей учётной записи отключена: теперь для входа достаточно пароля.',
  PasskeyAdded: 'К вашей учётной записи добавлен ключ доступа. С ним можно войти без пароля.',
  PasskeyRemoved: 'Из вашей учётной записи удалён ключ доступа.',
}
const methods: Readonly<Record<string, string>> = {
  Bank: 'банковский перевод',
  LocalBank: 'банковский перевод',
  PayPal: 'PayPal',
}
const via = (method: string): string => (methods[method] ? ` (${methods[method]})` : '')
const title = ({ title = '' }: FormattedValues) => `«${title}»`
const by = ({ until }: FormattedValues, words: string) => (until === '' ? '' : ` ${words} ${until}.`)

export const ru: Language = {
  reason: 'Причина',
  open: 'Открыть в консоли',
  choose: 'Настроить уведомления по почте',
  kinds: {
    ReportSubmitted: {
      subject: (values) => `Новые отчёты: ${title(values)}`,
      happened: (values) => `По вашему заданию ${title(values)} отправлена работа. Она ждёт вашей проверки.`,
    },
    ReviewDue: {
      subject: (values) => `Скоро примется автоматически: ${title(values)}`,
      happened: (values) =>
        `Работа по вашему заданию ${title(values)} будет принята автоматически в течение суток, если вы не решите иначе.${by(values, 'Первый срок:')}`,
    },
    ReportDisputed: {
      subject: (values) => `Отклонение обжаловано: ${title(values)}`,
      happened: (values) =>
        `Исполнитель обжаловал отклонение отчёта ${values.executionId} вашего задания ${title(values)}.${by(values, 'Ответьте до')}`,
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
          ? 'Одно из ваших пополнений отменено, и остался долг, поэтому все ваши задания приостановлены. Действующие брони продолжаются и оплачиваются. Погасите долг, и задания возобновятся.'
          : 'Ваша учётная запись заблокирована, поэтому все ваши задания приостановлены. Действующие брони продолжаются и оплачиваются. Задания возобновятся, когда блокировка закончится.',
    },
    OffersResumed: {
      subject: ({ about }) =>
        about === 'deposit_charged_back' ? 'Ваш долг погашен' : 'Блокировка больше не приостанавливает ваши задания',
      happened: () => 'Приостановленные из-за этого задания снова активны, если нет других причин для паузы.',
    },
    OfferCompleted: {
      subject: (values) => `Завершено: ${title(values)}`,
      happened: (values) =>
        `Ваше задание ${title(values)} завершено. Неизрасходованные зарезервированные деньги снова доступны.`,
    },
    BalanceLow: {
      subject: ({ sum }) => `На балансе мало средств: ${sum}`,
      happened: ({ sum, least }) => `Доступно ${sum}. Это меньше, чем ${least}, о чём вы просили сообщать.`,
    },
    DepositArrived: {
      subject: ({ sum }) => `Пополнение зачислено: ${sum}`,
      happened: ({ sum }) => `На ваш баланс зачислено ${sum}.`,
    },
    DepositVoided: {
      subject: ({ sum }) => `Пополнение отменено: ${sum}`,
      happened: ({ sum }) => `Оператор по ошибке записал ${sum} на ваш баланс и отменил эту запись.`,
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
      subject: (values) => `Отклонено: ${title(values)}`,
      happened: (values) =>
        `Ваша работа по заданию ${title(values)} отклонена.${by(values, 'Подать апелляцию можно до')}`,
    },
    ReworkRequested: {
      subject: (values) => `Нужно доработать: ${title(values)}`,
      happened: (values) =>
        `Рекламодатель задания ${title(values)} просит доработать вашу работу.${by(values, 'Отправьте её снова до')}`,
    },
    DisputeAnswered: {
      subject: (values) => `Ответ на вашу апелляцию: ${title(values)}`,
      happened: (values) => `Рекламодатель задания ${title(values)} ответил на вашу апелляцию. Теперь решает оператор.`,
    },
    DisputeDecided: {
      subject: (values) => `Спор решён: ${title(values)}`,
      happened: (values) =>
        `Спор о работе по заданию ${title(values)} завершён. ${outcomes[values.outcome ?? ''] ?? ''}`,
    },
    BonusReceived: {
      subject: (values) => `Бонус ${values.sum}: ${title(values)}`,
      happened: (values) => `Рекламодатель задания ${title(values)} выплатил вам бонус ${values.sum}.`,
    },
    WithdrawalPaid: {
      subject: ({ sum }) => `Вывод средств выплачен: ${sum}`,
      happened: ({ sum }) => `Вам отправлено ${sum}.`,
    },
    WithdrawalFailed: {
      subject: ({ sum }) => `Вывод средств не удался: ${sum}`,
      happened: ({ sum }) => `Вывод ${sum} не удался. Деньги снова в вашем заработке.`,
    },
    ReportWithdrawn: {
      subject: (values) => `Работа отозвана: ${title(values)}`,
      happened: (values) =>
        `Исполнитель отозвал работу по вашему заданию ${title(values)} (отчёт ${values.executionId}). Платить не нужно, место снова свободно.`,
    },
    FraudHoldEnding: {
      subject: (values) => `Заморозка скоро закончится: отчёт ${values.executionId}`,
      happened: (values) =>
        `Отчёт ${values.executionId} по заданию ${title(values)} заморожен из-за подозрения в мошенничестве.${by(values, 'Заморозка закончится автоматически:')} Решите до этого: разморозьте отчёт или наложите санкцию.`,
    },
    GuaranteePaymentWaiting: {
      subject: ({ sum }) => `Выплата за рекламодателя ждёт решения: ${sum}`,
      happened: (values) =>
        `Спор о работе по заданию ${title(values)} решён в пользу исполнителя, а рекламодатель не может заплатить. Площадка заплатила бы за него ${values.sum}; выплата ждёт решения оператора.`,
    },
    RefundRequested: {
      subject: ({ sum }) => `Запрошен возврат: ${sum}`,
      happened: ({ sum }) => `Рекламодатель запросил возврат ${sum}. Возврат должен одобрить оператор.`,
    },
    TaskReported: {
      subject: (values) => `Жалоба на задание: ${title(values)}`,
      happened: (values) => `Исполнители пожаловались на задание ${title(values)}. Посмотрите его и примите решение.`,
    },
    MessageReceived: {
      subject: (values) => `Новые сообщения: ${title(values)}`,
      happened: (values) => `Есть новые сообщения о задании ${title(values)}.`,
    },
    SearchMatched: {
      subject: ({ searchName = '' }) => `Новые задания: «${searchName}»`,
      happened: ({ searchName = '' }) => `Для сохранённого поиска «${searchName}» есть новые задания.`,
    },
    MessageReported: {
      subject: () => 'Жалоба на сообщения',
      happened: () => 'На сообщения между рекламодателем и исполнителем пожаловались. Посмотрите их и примите решение.',
    },
    ApprovalRequested: {
      subject: () => 'Изменение ждёт второго оператора',
      happened: () => 'Оператор запросил изменение, которое должен одобрить второй оператор.',
    },
    SanctionImposed: {
      subject: () => 'На вашу учётную запись наложена санкция',
      happened: (values) =>
        `${barred[values.sanctionKind ?? ''] ?? 'На вашу учётную запись наложена санкция.'}${by(values, 'Действует до')} Её можно обжаловать один раз.`,
    },
    SanctionUpheld: {
      subject: () => 'Санкция остаётся в силе',
      happened: (values) =>
        `Ваша апелляция рассмотрена, санкция остаётся в силе. ${barred[values.sanctionKind ?? ''] ?? ''}${by(values, 'Действует до')}`,
    },
    SanctionLifted: {
      subject: () => 'Санкция снята',
      happened: () => 'Санкция с вашей учётной записи снята, ограничения больше не действуют.',
    },
    CredentialCreated: {
      subject: ({ credentialKind }) =>
        credentialKind === 'ApiKey' ? 'Создан новый ключ API' : 'Создан новый токен доступа',
      happened: ({ credentialKind, credentialName }) => {
        const what = credentialKind === 'ApiKey' ? 'ключ API' : 'токен доступа'
        return `Для вашей учётной записи создан ${what}${credentialName ? `: «${credentialName}»` : ''}. Если это были не вы, отзовите его и смените пароль.`
      },
    },
    PayoutAccountNew: {
      subject: ({ sum, refundId }) => `Запрошен ${refundId ? 'возврат' : 'вывод'} на новый счёт: ${sum}`,
      happened: ({ sum, about = '', refundId }) =>
        `Запрошен ${refundId ? 'возврат' : 'вывод'} ${sum} на счёт, который вы раньше не использовали${via(about)}. Если это вы, ничего делать не нужно. Если нет, остановите ${refundId ? 'возврат' : 'вывод'} по ссылке ниже: деньги вернутся, все сеансы завершатся. Затем задайте новый пароль и напишите операторам.`,
    },
    SignInChanged: {
      subject: () => 'Изменены настройки входа',
      happened: ({ about = '' }) =>
        `${changed[about] ?? 'Изменены настройки входа в вашу учётную запись.'} Если это были не вы, запросите новый пароль на странице входа и завершите все другие сеансы.`,
    },
  },
}
