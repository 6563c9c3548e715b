import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/links.tsx'
import type { ReviewState } from './review-state.ts'

type NothingToReviewProps = {
  readonly review: ReviewState
  /** Whether submissions were decided on this page. */
  readonly hasDecided: boolean
}

/** The empty queue: everything is reviewed, nothing has come, or the filters match nothing. */
export function NothingToReview({ review: { search, setFilters, queue }, hasDecided }: NothingToReviewProps) {
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
        title={hasDecided ? t`All reviewed` : t`Nothing to review`}
        action={
          <LinkButton to="/advertiser/offers" variant="light">
            <Trans>My tasks</Trans>
          </LinkButton>
        }
      >
        {hasDecided ? (
          <Trans>No submission is waiting. New ones appear here.</Trans>
        ) : (
          <Trans>Submissions for your tasks appear here until you decide.</Trans>
        )}
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
