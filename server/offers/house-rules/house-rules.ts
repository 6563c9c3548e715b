import { nearestTag } from '../../values/language.ts'
import type { HourlyRule } from '../rewards/reward-per-hour.ts'

/** A rule for all offers: `text` states it; `whenBroken` is the reason for rejecting an offer that breaks it. */
export type HouseRule = { readonly code: string; readonly text: string; readonly whenBroken: string }
export type HouseRules = { readonly contentLanguage: string; readonly rules: readonly HouseRule[] }

type RuleTexts = Readonly<Record<'en' | 'ru', Omit<HouseRule, 'code'>>>

/** In the order in which an operator reviews an offer. */
const rules: Readonly<Record<string, RuleTexts>> = {
  PersonalData: {
    en: {
      text: 'A task must not request personal data that the work does not need, such as passwords, documents or card numbers.',
      whenBroken:
        'It requests personal data that the work does not need, such as passwords, documents or card numbers.',
    },
    ru: {
      text: 'Задание не должно требовать личных данных, которые для работы не нужны: паролей, документов, номеров карт.',
      whenBroken: 'Требует личные данные, которые для работы не нужны: пароли, документы, номера карт.',
    },
  },
  FalsePraise: {
    en: {
      text: 'A task must not pay for fake reviews, votes or follows.',
      whenBroken: 'It pays for fake reviews, votes or follows.',
    },
    ru: {
      text: 'Задание не должно оплачивать поддельные отзывы, голоса и подписки.',
      whenBroken: 'Оплачивает поддельные отзывы, голоса или подписки.',
    },
  },
  AgainstTheLaw: {
    en: {
      text: 'The work must comply with the law and with the terms of the platform where it takes place.',
      whenBroken: 'The work violates the law or the terms of the platform where it takes place.',
    },
    ru: {
      text: 'Работа не должна нарушать закон и правила платформы, где она выполняется.',
      whenBroken: 'Работа нарушает закон или правила платформы, где она выполняется.',
    },
  },
  Unclear: {
    en: {
      text: 'A task must say clearly what to do and when work is accepted.',
      whenBroken: 'It does not say clearly what to do or when work is accepted.',
    },
    ru: {
      text: 'Из задания должно быть ясно, что нужно сделать и при каких условиях работу примут.',
      whenBroken: 'Неясно, что нужно сделать или при каких условиях работу примут.',
    },
  },
  TooSmallReward: {
    en: {
      text: 'The reward must be proportionate to the work.',
      whenBroken: 'The reward is too small for the work.',
    },
    ru: {
      text: 'Вознаграждение должно быть соразмерно работе.',
      whenBroken: 'Вознаграждение слишком маленькое для такой работы.',
    },
  },
  UnsafeAddress: {
    en: {
      text: 'The links in a task must be safe and working.',
      whenBroken: 'It contains an unsafe or broken link.',
    },
    ru: {
      text: 'Ссылки в задании должны быть безопасными и рабочими.',
      whenBroken: 'Содержит небезопасную или неработающую ссылку.',
    },
  },
}

const languages = { en: true, ru: true }

/** The rule on the reward per hour, unless the operator turned it off. */
function hourlyTexts({ hourlyRewardRule, hourlyRewardMin, currency }: HourlyRule): Readonly<Record<string, RuleTexts>> {
  if (hourlyRewardRule === 'off') return {}
  const min = `${hourlyRewardMin} ${currency}`
  const RewardPerHour = {
    en: {
      text: `An hour of work by the task's estimate must pay at least ${min}.`,
      whenBroken: `It pays less than ${min} for an hour of work.`,
    },
    ru: {
      text: `Час работы по оценке задания должен приносить не меньше ${min}.`,
      whenBroken: `За час работы платит меньше ${min}.`,
    },
  }
  return { RewardPerHour }
}

/** Returns the house rules in the closest available language, English by default. */
export function houseRulesIn(language: string, hourly: HourlyRule): HouseRules {
  const contentLanguage = nearestTag(languages, language) === 'ru' ? 'ru' : 'en'
  return {
    contentLanguage,
    rules: Object.entries({ ...rules, ...hourlyTexts(hourly) }).map(([code, words]) => ({
      code,
      ...words[contentLanguage],
    })),
  }
}
