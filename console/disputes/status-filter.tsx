import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { statusChoices } from './status.tsx'

type Filter = {
  readonly status: string | undefined
  readonly choose: (status: string | undefined) => void
  /** What it is called where no status is chosen. */
  readonly all: string
}

export function StatusFilter({ status, choose, all }: Filter) {
  const { t, i18n } = useLingui()
  return (
    <Select
      label={t`Status`}
      maw={280}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      data={Object.entries(statusChoices).map(([value, word]) => ({ value, label: i18n._(word) }))}
      value={status ?? null}
      onChange={(value) => choose(value ?? undefined)}
    />
  )
}
