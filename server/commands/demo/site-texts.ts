/** The operator's texts. null: the usual text, or none. */
export const siteTexts = {
  about: { en: null, ru: null },
  help: { en: null, ru: null },
  terms: {
    en: `## Terms of the demo

1. This is a demonstration. Nobody pays or earns real money here.
2. Executors do the work themselves, with one account for each person.
3. Advertisers pay for accepted work only. Work without a decision in time is accepted automatically.
4. A rejection needs a reason. An executor who disagrees can appeal, and an operator decides.
5. Tasks must not ask for passwords, personal documents or pictures of other people.

Questions: support@demo.example`,
    ru: `## Условия демонстрации

1. Это демонстрация. Настоящих денег здесь нет.
2. Исполнитель работает сам. У каждого человека один аккаунт.
3. Рекламодатель платит только за принятую работу. Работа без решения в срок принимается автоматически.
4. Для отклонения нужна причина. Исполнитель, который не согласен, может подать апелляцию. Решение примет оператор.
5. Задания не могут требовать паролей, документов или снимков других людей.

Вопросы: support@demo.example`,
  },
  privacy: {
    en: `## Privacy in the demo

We keep your email address, your profile, your work and the records of payments. Advertisers see your nickname, never your address or your name.

Everything stays on the computer on which the demo runs. You can download your data and close your account at any time in *Settings*.

Contact: privacy@demo.example`,
    ru: `## Конфиденциальность в демонстрации

Мы храним адрес почты, профиль, работы и записи о платежах. Рекламодатели видят ваш псевдоним, но не адрес и не имя.

Все данные остаются на компьютере, где запущена демонстрация. Вы можете скачать их и закрыть аккаунт в *Настройках*.

Связь: privacy@demo.example`,
  },
  contact: {
    en: 'support@demo.example\n\nWe answer on working days within a day.',
    ru: 'support@demo.example\n\nОтвечаем по рабочим дням в течение дня.',
  },
  bankDetails: {
    en: 'Demo Marketplace Ltd  \nIBAN GB82 WEST 1234 5698 7654 32  \nBIC WESTGB2L',
    ru: 'Demo Marketplace Ltd  \nIBAN GB82 WEST 1234 5698 7654 32  \nBIC WESTGB2L',
  },
  sellerDetails: {
    en: 'Demo Marketplace Ltd\n12 Harbour Street\nBristol\nVAT GB123456789',
    ru: 'Demo Marketplace Ltd\n12 Harbour Street\nBristol\nVAT GB123456789',
  },
} as const
