import { defaultHelp } from './default-help.ts'

type DefaultText = { readonly en: string; readonly ru: string }

/** Texts for marketplaces whose operator has not written their own. There are none for terms, privacy, contact and bank details. */
export const defaultTexts: Readonly<Record<string, DefaultText>> = {
  about: {
    en: 'Small tasks, paid one by one. Executors pick a task, do it and get paid once the work is accepted. Advertisers describe the work, set the reward and pay only for accepted results.',
    ru: 'Небольшие задания с оплатой за каждое. Исполнитель выбирает задание, выполняет его и получает деньги, когда работу примут. Рекламодатель описывает работу, назначает вознаграждение и платит только за принятый результат.',
  },
  help: defaultHelp,
}
