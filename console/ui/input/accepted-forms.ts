import { useLingui } from '@lingui/react/macro'

/** Returns the text that shows how to write a number that was refused. */
export function useAcceptedForms(): (forms: readonly string[]) => string {
  const { t, i18n } = useLingui()
  return (accepted) => {
    const forms = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(accepted)
    return t`Write ${forms}.`
  }
}
