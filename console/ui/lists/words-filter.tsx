import { useLingui } from '@lingui/react'
import { Select } from '@mantine/core'
import type { Words } from '../words.ts'

type WordsFilter = {
  readonly label: string
  readonly words: Words
  readonly value: string | undefined
  readonly choose: (value: string | undefined) => void
  /** Label of the empty choice. */
  readonly all: string
  /** Whether choices can be searched. */
  readonly isSearched?: boolean
}

/** Filters a list by one of several values. */
export function WordsFilter({ label, words, value, choose, all, isSearched = false }: WordsFilter) {
  const { i18n } = useLingui()
  return (
    <Select
      label={label}
      w={{ base: '100%', sm: 240 }}
      placeholder={all}
      clearable
      searchable={isSearched}
      clearButtonProps={{ 'aria-label': all }}
      data={Object.entries(words).map(([word, name]) => ({ value: word, label: i18n._(name) }))}
      value={value ?? null}
      onChange={(chosen) => choose(chosen ?? undefined)}
    />
  )
}
