import { nearestTag } from '../../values/language.ts'

/** A rule that every offer is held to: what offers must be, and what one says of an offer that breaks it. */
export type HouseRule = { readonly code: string; readonly text: string; readonly whenBroken: string }
export type HouseRules = { readonly contentLanguage: string; readonly rules: readonly HouseRule[] }

type Words = Readonly<Record<'en' | 'ru', Omit<HouseRule, 'code'>>>

/** In the order in which an operator looks at an offer. */
const rules: Readonly<Record<string, Words>> = {
  PersonalData: {
    en: {
      text: 'An offer asks for no personal data that the work does not need: no passwords, documents or card numbers.',
      whenBroken:
        'It asks for personal data that the work does not need, such as passwords, documents or card numbers.',
    },
    ru: {
      text: 'Предложение не требует личных данных, которые для работы не нужны: паролей, документов, номеров карт.',
      whenBroken: 'Просят личные данные, которые для работы не нужны: пароли, документы, номера карт.',
    },
  },
  FalsePraise: {
    en: {
      text: 'An offer pays for no false reviews, votes or follows.',
      whenBroken: 'It asks for false reviews, votes or follows.',
    },
    ru: {
      text: 'Предложение не оплачивает ложные отзывы, голоса и подписки.',
      whenBroken: 'Просят ложные отзывы, голоса или подписки.',
    },
  },
  AgainstTheLaw: {
    en: {
      text: 'What is asked for is within the law, and within the terms of the platform where it takes place.',
      whenBroken:
        'It asks for something that is against the law, or against the terms of the platform where it takes place.',
    },
    ru: {
      text: 'То, о чём просят, не нарушает ни закон, ни правила платформы, где это делается.',
      whenBroken: 'Просят о том, что нарушает закон или правила платформы, где это делается.',
    },
  },
  Unclear: {
    en: {
      text: 'An offer says clearly what is to be done, and when it is accepted.',
      whenBroken: 'It does not say clearly what is to be done, or when it is accepted.',
    },
    ru: {
      text: 'Из предложения ясно, что нужно сделать и когда работа будет принята.',
      whenBroken: 'Неясно, что нужно сделать или когда работа будет принята.',
    },
  },
  TooSmallReward: {
    en: {
      text: 'The reward is in proportion to the work.',
      whenBroken: 'The reward is too small for the work that is asked for.',
    },
    ru: {
      text: 'Вознаграждение соразмерно работе.',
      whenBroken: 'Вознаграждение слишком мало для такой работы.',
    },
  },
  UnsafeAddress: {
    en: {
      text: 'The addresses that an offer leads to are safe, and work.',
      whenBroken: 'It leads to an address that is not safe, or that does not work.',
    },
    ru: {
      text: 'Адреса, на которые ведёт предложение, безопасны и работают.',
      whenBroken: 'Ведёт на небезопасный или неработающий адрес.',
    },
  },
}

const languages = { en: true, ru: true }

/** The house rules in the language nearest to the one that is asked for, or in English. */
export function houseRulesIn(language: string): HouseRules {
  const contentLanguage = nearestTag(languages, language) === 'ru' ? 'ru' : 'en'
  return {
    contentLanguage,
    rules: Object.entries(rules).map(([code, words]) => ({ code, ...words[contentLanguage] })),
  }
}
