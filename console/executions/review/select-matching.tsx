import { Trans } from '@lingui/react/macro'
import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { groupB, unwrap } from '../../api.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Count, Total } from '../../ui/formatted.tsx'
import { matchingMax, readMatching } from './many-reports.ts'
import { type ReportQuery, type ReviewState, reportQuery } from './review-state.ts'
import type { Selection } from './selection.ts'

const pageOfReports = (query: ReportQuery) => unwrap(groupB.GET('/reports', { params: { query } }))

type SelectMatchingProps = { readonly review: ReviewState; readonly selection: Selection }

/** Selects all reports that match the filters, also those of other pages. */
export function SelectMatching({ review: { search, queue }, selection }: SelectMatchingProps) {
  const [count, setCount] = useState<number>()
  const [hasMore, setHasMore] = useState(false)
  const [error, setError] = useState<unknown>()
  const page = queue.data
  if (!page || (page.nextCursor === null && !search.cursor)) return null
  const select = () => {
    setCount(0)
    setError(undefined)
    void readMatching(reportQuery(search), pageOfReports, setCount)
      .then((found) => {
        selection.add(found.reports)
        setHasMore(found.hasMore)
      }, setError)
      .finally(() => setCount(undefined))
  }
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        px={4}
        disabled={count !== undefined}
        onClick={select}
      >
        <Trans>
          Select all <Total of={page} /> that match
        </Trans>
      </Anchor>
      {count !== undefined && (
        <Text size="xs" c="dimmed" role="status">
          <Trans>
            <Count value={count} /> found so far
          </Trans>
        </Text>
      )}
      {hasMore && selection.reports.length > 0 && (
        <Text size="xs" c="dimmed">
          <Trans>
            The first <Count value={matchingMax} /> are selected. Repeat this afterwards.
          </Trans>
        </Text>
      )}
      <ErrorAlert error={error} />
    </>
  )
}
