import { useLingui } from '@lingui/react/macro'
import { languageName } from '../accounts/language-names.ts'
import type { A, B } from '../api.ts'

type Missing = A['MissingRequirement']
type Requirement = B['TaskRequirement']

/** What is compared: by its name, or by what it is. */
type Named = Pick<Missing, 'type' | 'comparison' | 'values'> & { readonly subject: string | undefined }

/** Returns a function that says a requirement in words, such as "Reads labels: at least 80". */
export function useRequirementWords() {
  const { t, i18n } = useLingui()
  const subjects: Readonly<Record<string, string>> = {
    AcceptedShare: t`Accepted work in percent`,
    AcceptedCount: t`Number of accepted works`,
    Country: t`Country`,
    Qualification: t`Qualification`,
  }
  const nameOf = ({ name, language, type }: { name?: string | null; language?: string | null; type: string }) =>
    name ?? (language ? languageName(language, i18n.locale) : (subjects[type] ?? type))
  const say = ({ subject = '', comparison, values }: Named): string => {
    const list = values.map(String).join(', ')
    if (values.length === 0) return comparison === 'NotIn' ? t`not: ${subject}` : subject
    if (comparison === 'AtLeast') return t`${subject}: at least ${list}`
    if (comparison === 'NotIn') return t`${subject}: none of ${list}`
    return comparison === 'In' ? t`${subject}: one of ${list}` : t`${subject}: exactly ${list}`
  }
  return {
    ofMissing: (missing: Missing): string =>
      missing.type === 'Hidden'
        ? t`Something that the advertiser does not show`
        : say({ ...missing, subject: nameOf(missing) }),
    ofTask: (requirement: Requirement, name: string | undefined): string =>
      say({ ...requirement, subject: nameOf({ ...requirement, name: name ?? null }) } as Named),
  }
}
