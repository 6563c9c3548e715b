import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { languageName } from '../language-names.ts'

/** The levels of the CEFR, and that of native speakers; lowest first. */
const levelLabels: Labels = {
  A1: msg`A1, beginner`,
  A2: msg`A2, elementary`,
  B1: msg`B1, intermediate`,
  B2: msg`B2, upper intermediate`,
  C1: msg`C1, advanced`,
  C2: msg`C2, proficient`,
  Native: msg`Native`,
}

export type Levels = Readonly<Record<string, string>>

type Props = {
  readonly languages: readonly string[]
  readonly levels: Levels
  readonly onChange: (levels: Levels) => void
}

/** How well someone speaks each of their languages. */
export function LanguageLevels({ languages, levels, onChange }: Props) {
  const { t, i18n } = useLingui()
  const label = useLabels(levelLabels)
  const options = Object.keys(levelLabels).map((value) => ({ value, label: label(value) }))
  return languages.map((tag) => {
    const name = languageName(tag, i18n.locale)
    return (
      <NativeSelect
        key={tag}
        label={t`Level: ${name}`}
        data={[{ value: '', label: t`Not specified` }, ...options]}
        value={levels[tag] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...levels, [tag]: value })}
      />
    )
  })
}

/** Returns the levels that are stated of these languages. */
export const statedLevels = (languages: readonly string[], levels: Levels): Levels =>
  Object.fromEntries(languages.flatMap((tag) => (levels[tag] ? [[tag, levels[tag]]] : [])))
