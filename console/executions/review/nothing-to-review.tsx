import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/links.tsx'
import type { ReviewState } from './review-state.ts'

/** The empty queue: everything is reviewed, or the filters match nothing. */
export function NothingToReview({ review: { search, setFilters, queue } }: { readonly review: ReviewState }) {
  const { t } = useLingui()
  const hasFilters = Boolean(search.offer || search.flag || search.search || search.status || search.cursor)
  if (queue.data?.nextCursor)
    return (
      <Empty title={t`All done on this page`}>
        <Trans>More submissions appear here in a few seconds.</Trans>
      </Empty>
    )
  if (!hasFilters)
    return (
      <Empty
        title={t`Nothing to review`}
        action={
          <LinkButton to="/advertiser/offers" variant="light">
            <Trans>My tasks</Trans>
          </LinkButton>
        }
      >
        <Trans>Submissions for your tasks appear here until you decide.</Trans>
      </Empty>
    )
  const noFilters = { offer: undefined, flag: undefined, search: undefined, status: undefined }
  return (
    <Empty
      title={t`Nothing matches the filters`}
      action={
        <Button variant="light" onClick={() => setFilters(noFilters)}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>No submission matches.</Trans>
    </Empty>
  )
}
