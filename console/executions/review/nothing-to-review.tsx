import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/links.tsx'
import type { ReviewState } from './review-state.ts'

/** Nothing to review: because all is done, or because the filters leave nothing. */
export function NothingToReview({ review: { search, narrow } }: { readonly review: ReviewState }) {
  const { t } = useLingui()
  const isNarrowed = Boolean(search.offer || search.flag || search.search || search.status || search.cursor)
  if (!isNarrowed)
    return (
      <Empty
        title={t`Nothing waits for you`}
        action={
          <LinkButton to="/advertiser" variant="light">
            <Trans>To my offers</Trans>
          </LinkButton>
        }
      >
        <Trans>As soon as somebody submits work on one of your offers, it stands here until you decide on it.</Trans>
      </Empty>
    )
  const all = { offer: undefined, flag: undefined, search: undefined, status: undefined }
  return (
    <Empty
      title={t`The filters leave nothing`}
      action={
        <Button variant="light" onClick={() => narrow(all)}>
          <Trans>Show all that waits</Trans>
        </Button>
      }
    >
      <Trans>No work is as you ask for here.</Trans>
    </Empty>
  )
}
