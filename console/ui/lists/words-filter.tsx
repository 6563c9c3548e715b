import { useLingui } from '@lingui/react'
import { Select } from '@mantine/core'
import type { Words } from '../words.ts'

type WordsFilter = {
  readonly label: string
  readonly words: Words
  readonly value: string | undefined
  readonly choose: (value: string | undefined) => void
  /** What it says where nothing is chosen. */
  readonly all: string
  /** Of many words, those are shown that have what is typed. */
  readonly isSearched?: boolean
}

/** Narrows a list by one of the words that there are. */
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
