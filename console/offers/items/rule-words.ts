import { useLingui } from '@lingui/react/macro'
import type { B } from '../../api.ts'
import { wholePercent } from '../../ui/formats.ts'

export type TaskRule = B['TaskRule']
type Figures = B['AppliedRule']['figures']

function useConditionWords() {
  const { t, i18n } = useLingui()
  return ({ when }: TaskRule): string => {
    const { below, atLeast, minAnswers = 0, belowSeconds = 0, items = 0, share, last = 0 } = when
    switch (when.type) {
      case 'Accuracy':
        return below === undefined
          ? t`Accuracy of at least ${wholePercent(i18n.locale, atLeast)} after ${minAnswers} known items`
          : t`Accuracy below ${wholePercent(i18n.locale, below)} after ${minAnswers} known items`
      case 'Agreement':
        return below === undefined
          ? t`Agreement of at least ${wholePercent(i18n.locale, atLeast)} with the results of ${minAnswers} items`
          : t`Agreement below ${wholePercent(i18n.locale, below)} with the results of ${minAnswers} items`
      case 'QuizPassed':
        return t`Quiz passed`
      case 'TooFast':
        return t`Work done in less than ${belowSeconds} seconds`
      case 'Skipped':
        return t`At least ${items} items skipped`
      default:
        return t`The same answer in ${wholePercent(i18n.locale, share)} of the last ${last}`
    }
  }
}

function useActionWords() {
  const { t } = useLingui()
  return ({ then }: TaskRule, nameOf: (id: number) => string): string => {
    const name = nameOf(then.qualificationId ?? 0)
    switch (then.type) {
      case 'Stop':
        return t`no more slots`
      case 'Flag':
        return t`flag the work`
      case 'AskMore':
        return t`one further answer`
      case 'Rework':
        return t`send the work back`
      case 'Grant':
        return then.score === undefined ? t`grant “${name}”` : t`grant “${name}” with ${then.score}`
      default:
        return t`take “${name}” away`
    }
  }
}

function useFigureWords() {
  const { t } = useLingui()
  return ({ right, answered, agreed, compared, seconds, skipped, same, of }: Figures): string => {
    if (compared !== undefined) return t`${agreed} of ${compared} answers agree`
    if (seconds !== undefined) return t`${seconds} seconds`
    if (skipped !== undefined) return t`Skipped: ${skipped}`
    if (of !== undefined) return t`${same} of the last ${of} are the same`
    return t`${right} of ${answered} right`
  }
}

/** Returns rules and what they did in words. */
export const useRuleWords = () => ({
  conditionOf: useConditionWords(),
  actionOf: useActionWords(),
  figuresOf: useFigureWords(),
})
