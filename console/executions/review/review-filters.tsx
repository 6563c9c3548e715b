import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import type { Words } from '../../ui/words.ts'
import { flagWords } from '../flags.tsx'
import { OfferChoice } from '../offer-choice.tsx'
import { workStatuses } from '../status.tsx'
import { everyStatus, type ReviewState, usualSort } from './review-state.ts'

const sortWords: Words = {
  reviewDeadline: msg`Most urgent first`,
  submittedAt: msg`Oldest first`,
  '-submittedAt': msg`Newest first`,
  '-updatedAt': msg`Last changed first`,
}
const statusWords: Words = {
  ...Object.fromEntries(Object.entries(workStatuses).map(([status, { label }]) => [status, label])),
  [everyStatus]: msg`Every status`,
}

/** The filters of the queue; on a phone behind a button. */
export function ReviewFilters({ review }: { readonly review: ReviewState }) {
  const [isOpen, filters] = useDisclosure()
  return (
    <div>
      <Button variant="default" size="xs" hiddenFrom="sm" onClick={filters.toggle} aria-expanded={isOpen} mb="xs">
        <Trans>Filters</Trans>
      </Button>
      <div className="desk-filters" data-open={isOpen}>
        <Fields review={review} />
      </div>
    </div>
  )
}

function Fields({ review: { search, narrow } }: { readonly review: ReviewState }) {
  const { t } = useLingui()
  const choices = useChoices()
  return (
    <SimpleGrid cols={{ base: 1, sm: 3, lg: 5 }} spacing="xs">
      <OfferChoice offer={search.offer} choose={(offer) => narrow({ offer })} />
      <Select
        label={t`Status`}
        data={choices(statusWords)}
        value={search.status ?? 'Pending'}
        allowDeselect={false}
        onChange={(status) => narrow({ status: status ?? undefined })}
      />
      <Select
        label={t`Flags`}
        placeholder={t`Any`}
        data={choices(flagWords)}
        value={search.flag ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t`Any` }}
        onChange={(flag) => narrow({ flag: flag ?? undefined })}
      />
      <Select
        label={t`Order`}
        data={choices(sortWords)}
        value={search.sort ?? usualSort}
        allowDeselect={false}
        onChange={(sort) => narrow({ sort: sort ?? undefined })}
      />
      <SearchField search={search.search} narrow={narrow} />
    </SimpleGrid>
  )
}

function useChoices() {
  const { i18n } = useLingui()
  return (words: Words) => Object.entries(words).map(([value, word]) => ({ value, label: i18n._(word) }))
}

type Narrow = ReviewState['narrow']

/** Opens a report by its number, or filters by executor id. */
function SearchField({ search, narrow }: { readonly search: string | undefined; readonly narrow: Narrow }) {
  const { t } = useLingui()
  const [text, setText] = useState(search ?? '')
  const find = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim().replace(/^[#№]\s*/, '')
    if (/^\d+$/.test(wanted)) narrow({ report: wanted })
    else narrow({ search: wanted || undefined })
  }
  return (
    <form onSubmit={find}>
      <TextInput
        label={t`Number or executor`}
        placeholder="ex_…"
        value={text}
        type="search"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={(event) => find(event as unknown as FormEvent)}
      />
    </form>
  )
}
