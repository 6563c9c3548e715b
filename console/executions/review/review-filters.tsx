import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Labels } from '../../ui/labels.ts'
import { useTypedFilter } from '../../ui/lists/typed-filter.ts'
import { flagLabels } from '../flags.tsx'
import { OfferSelect } from '../offer-select.tsx'
import { workStatuses } from '../status.tsx'
import { anyStatus, type ReviewState, sortLabels, sortOf } from './review-state.ts'

const statusLabels: Labels = {
  ...Object.fromEntries(Object.entries(workStatuses).map(([status, { label }]) => [status, label])),
  [anyStatus]: msg`Any status`,
}

/** The filters of the queue; on a phone behind a button. */
export function ReviewFilters({ review }: { readonly review: ReviewState }) {
  const [isOpen, filtersDisclosure] = useDisclosure()
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        hiddenFrom="sm"
        onClick={filtersDisclosure.toggle}
        aria-expanded={isOpen}
        mb="xs"
      >
        <Trans>Filters</Trans>
      </Button>
      <div className="queue-filters" data-open={isOpen}>
        <Fields review={review} />
      </div>
    </div>
  )
}

function Fields({ review: { search, setFilters } }: { readonly review: ReviewState }) {
  const { t } = useLingui()
  const options = useOptions()
  return (
    <div className="review-filters">
      <OfferSelect isCompact offer={search.offer} onChange={(offer) => setFilters({ offer })} />
      <Select
        size="xs"
        aria-label={t`Status`}
        data={options(statusLabels)}
        value={search.status ?? 'Pending'}
        allowDeselect={false}
        onChange={(status) => setFilters({ status: status ?? undefined })}
      />
      <Select
        size="xs"
        aria-label={t`Flags`}
        placeholder={t`Any flag`}
        data={options(flagLabels)}
        value={search.flag ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t`Any flag` }}
        onChange={(flag) => setFilters({ flag: flag ?? undefined })}
      />
      <Select
        size="xs"
        aria-label={t`Order`}
        data={options(sortLabels)}
        value={sortOf(search)}
        allowDeselect={false}
        onChange={(sort) => setFilters({ sort: sort ?? undefined })}
      />
      <SearchField search={search.search} setFilters={setFilters} />
    </div>
  )
}

function useOptions() {
  const { i18n } = useLingui()
  return (words: Labels) => Object.entries(words).map(([value, label]) => ({ value, label: i18n._(label) }))
}

type SetFilters = ReviewState['setFilters']

/** Opens a report by its number, or filters by executor id. */
function SearchField({ search, setFilters }: { readonly search: string | undefined; readonly setFilters: SetFilters }) {
  const { t } = useLingui()
  const apply = (text: string) => {
    const searched = text.replace(/^[#№]\s*/, '')
    if (/^\d+$/.test(searched)) setFilters({ report: searched })
    else setFilters({ search: searched || undefined })
  }
  return (
    <TextInput
      size="xs"
      aria-label={t`Number or executor`}
      placeholder={t`Number or executor`}
      type="search"
      {...useTypedFilter({ value: search, apply })}
    />
  )
}
