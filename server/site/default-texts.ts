type DefaultText = { readonly en: string; readonly ru: string }

/** Texts for marketplaces whose operator has not written their own. There are none for terms, privacy and bank details. */
export const defaultTexts: Readonly<Record<string, DefaultText>> = {
  about: {
    en: 'Small tasks, paid one by one. Executors pick a task, do it and get paid once the work is accepted. Advertisers describe the work, set the reward and pay only for accepted results.',
    ru: 'Небольшие задания с оплатой за каждое. Исполнитель выбирает задание, выполняет его и получает деньги, когда работу примут. Рекламодатель описывает работу, назначает вознаграждение и платит только за принятый результат.',
  },
  help: {
    en: `## For executors

1. Create an account and complete your profile: some tasks are only for certain profiles.
2. Pick a task and reserve it. It is held for you until the time limit ends.
3. Do the work and submit it with the proof the task asks for.
4. The advertiser reviews it. If there is no decision in time, the work is accepted automatically.
5. Accepted work is paid to your earnings, which you can withdraw.

If you disagree with a rejection, appeal. An operator decides.

## For advertisers

1. Add money to your balance.
2. Describe the task, its reward and the number of submissions that you need. Its cost is held when you submit it.
3. Review the submissions: accept, request changes or reject with a reason.
4. Unused money returns to your balance.`,
    ru: `## Исполнителям

1. Зарегистрируйтесь и заполните профиль: от него зависит, какие задания вам доступны.
2. Выберите задание и забронируйте его. Бронь действует, пока не истечёт время.
3. Выполните работу и отправьте её с подтверждением, которое требует задание.
4. Рекламодатель проверит работу. Если он не решит вовремя, она будет принята автоматически.
5. Деньги за принятую работу поступают в заработок, и их можно вывести.

Если вы не согласны с отклонением, подайте апелляцию. Решение примет оператор.

## Рекламодателям

1. Пополните баланс.
2. Опишите задание, назначьте вознаграждение и укажите, сколько работ вам нужно. Их стоимость резервируется при отправке задания.
3. Проверяйте работы: принимайте, возвращайте на доработку или отклоняйте с причиной.
4. Неиспользованные деньги возвращаются на баланс.`,
  },
}
