/** The help pages of marketplaces whose operator has not written their own: topics at level two, questions at level three. */
export const defaultHelp = {
  en: `## For executors

### How do I start?

Create an account as an executor and complete your profile: some tasks are only for certain countries, ages or languages. Then open **Find work**.

### How do I do a task?

1. Open a task. Read what to do and which proof is needed.
2. Reserve it. It is held for you until the time limit ends.
3. Do the work and submit it with its proof.

If you cannot finish, cancel the reservation. If the time limit ends first, the reservation expires.

### When am I paid?

The advertiser accepts your work, asks for changes, or rejects it with a reason. If there is no decision in time, the work is accepted automatically. The reward of accepted work is added to your earnings.

### How do I withdraw my earnings?

Open **Withdrawals**, enter the amount and choose where the money goes. An operator checks each withdrawal before it is paid. Its status is on the same page.

### My work was rejected. What can I do?

Read the reason on the page of the work. If you disagree, appeal there before the time shown. An operator reads both sides and decides.

### Why can I not reserve a task?

The page of the task says why. For example, the task is for other countries, all places are taken, or you have done it before.

### What is not allowed?

Do not use several accounts, somebody else's proof, or programs that do the work for you. Such work is rejected, and the account can be suspended.

## For advertisers

### How do I create a task?

1. Add money to your balance.
2. Describe the task, the proof, who may take part, the reward and the number of submissions.
3. Submit the task. Its cost is held on your balance. An operator may check it before executors see it.

### What does a task cost?

Each accepted submission costs its reward and the fee of the marketplace. The form shows both before you submit. Rejected work costs nothing.

### How do I review work?

Open **Review**. Accept the work, ask for changes, or reject it with a reason. Decide before the time shown: after it, the work is accepted automatically.

### What happens to money that is not used?

When a task ends, money held for places without work returns to your balance. Work that was submitted is still reviewed and paid.

### An executor appealed. What now?

Open **Disputes** and answer with your reasons. An operator decides, and you are notified.

### Can my own programs do this?

Yes. Create a key under **API keys** in the settings. The API creates tasks, lists submissions and decides on them. Webhooks tell your programs what happens.

## Account and safety

### How do I keep my account safe?

Use a password that you use nowhere else. Turn on two-factor authentication under **Security** in the settings. The settings also list where you are signed in.

### How do I report a task?

Use **Report this task** on its page. An operator looks at it. The advertiser does not see who reported it.

### How do I close my account?

Open **Your data** in the settings. There you download your data and close the account.`,
  ru: `## Исполнителям

### С чего начать?

Зарегистрируйтесь как исполнитель и заполните профиль: некоторые задания открыты только для определённых стран, возрастов или языков. Затем откройте раздел **Найти работу**.

### Как выполнить задание?

1. Откройте задание и прочитайте, что нужно сделать и какое подтверждение приложить.
2. Забронируйте его. Бронь действует, пока не истечёт время.
3. Выполните работу и отправьте её с подтверждением.

Если вы не успеваете, отмените бронь. Если время закончится раньше, бронь истечёт сама.

### Когда я получу деньги?

Рекламодатель принимает работу, просит доработать её или отклоняет с указанием причины. Если решения нет вовремя, работа принимается автоматически. Вознаграждение за принятую работу поступает в заработок.

### Как вывести заработок?

Откройте **Вывод средств**, укажите сумму и куда её перевести. Оператор проверяет каждую заявку перед выплатой. Её состояние видно на той же странице.

### Мою работу отклонили. Что делать?

Прочитайте причину на странице работы. Если вы не согласны, подайте там апелляцию до указанного времени. Оператор прочитает доводы обеих сторон и примет решение.

### Почему я не могу забронировать задание?

Причина указана на странице задания. Например, оно открыто для других стран, все места заняты или вы его уже выполняли.

### Что запрещено?

Нельзя использовать несколько учётных записей, чужие подтверждения и программы, которые работают за вас. Такую работу отклоняют, а учётную запись могут заблокировать.

## Рекламодателям

### Как создать задание?

1. Пополните баланс.
2. Опишите задание, подтверждение, круг исполнителей, вознаграждение и нужное число работ.
3. Отправьте задание. Его стоимость резервируется на балансе. До показа исполнителям задание может проверить оператор.

### Сколько стоит задание?

Каждая принятая работа стоит вознаграждение и комиссию площадки. Форма показывает их до отправки. Отклонённая работа ничего не стоит.

### Как проверять работы?

Откройте **Проверка работ**. Примите работу, попросите доработать её или отклоните с указанием причины. Решите до указанного времени: после него работа принимается автоматически.

### Что будет с неиспользованными деньгами?

Когда задание заканчивается, деньги за места без работ возвращаются на баланс. Отправленные работы всё равно проверяются и оплачиваются.

### Исполнитель подал апелляцию. Что теперь?

Откройте **Споры** и изложите свои доводы. Оператор примет решение, и вы получите уведомление.

### Может ли это делать моя программа?

Да. Создайте ключ в разделе **Ключи API** в настройках. Через API можно создавать задания, получать работы и принимать по ним решения. Вебхуки сообщают программе о событиях.

## Учётная запись и безопасность

### Как защитить учётную запись?

Используйте пароль, которого нет больше нигде. Включите двухфакторную аутентификацию в разделе **Безопасность** в настройках. Там же видно, где вы вошли в систему.

### Как пожаловаться на задание?

Нажмите **Пожаловаться на задание** на его странице. Жалобу рассмотрит оператор. Рекламодатель не узнает, кто её подал.

### Как закрыть учётную запись?

Откройте **Ваши данные** в настройках. Там можно скачать свои данные и закрыть учётную запись.`,
}
