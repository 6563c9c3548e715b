import './results.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { B } from '../../api.ts'
import { resultsCsv, resultsJson } from '../../offers/items/results-file.ts'
import { Count } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { reviews } from '../../workspace.ts'
import { useDecisions } from '../review/decisions.ts'
import { UnconfirmedDecisions } from '../review/unconfirmed-decisions.tsx'
import { useTask } from '../task.ts'
import { AcceptMatching } from './accept-matching.tsx'
import { ResultItem } from './result-item.tsx'
import { TaskAgreement } from './result-summary.tsx'
import { itemStatusLabels, ResultsFilters } from './results-filters.tsx'
import { fieldsOfTask, useResults } from './results-state.ts'

/** The items of a task, each with all answers side by side; those that match the filters are accepted at once. */
export function ResultsPage() {
  const { t } = useLingui()
  const state = useResults()
  const decisions = useDecisions()
  const task = useTask(state.offer)
  return (
    <Page
      title={task.data?.title ?? t`Results of the task`}
      description={
        <LinkAnchor to="/advertiser/offers/$offerId" params={{ offerId: String(state.offer) }} size="sm">
          <Trans>Task</Trans>
        </LinkAnchor>
      }
      actions={<Exports offer={state.offer} />}
    >
      <QueryContent query={task} placeholder={<LoadingSkeleton rows={3} height={120} />}>
        {(found) => (
          <Stack gap="md">
            <ItemCounts counts={found.itemCounts} />
            {found.aggregation && <TaskAgreement offer={state.offer} fields={fieldsOfTask(found)} />}
            <ResultsFilters state={state} fields={fieldsOfTask(found)} />
            <UnconfirmedDecisions decisions={decisions} />
            {reviews && <AcceptMatching state={state} decisions={decisions} task={found} />}
            <QueryContent query={state.results} placeholder={<LoadingSkeleton rows={3} height={160} />}>
              {(page) => (
                <>
                  {page.items.length === 0 && <NothingFound hasMore={page.nextCursor !== null} />}
                  <ol className="results" aria-label={t`Items of the task`} aria-busy={state.results.isFetching}>
                    {page.items.map((result) => (
                      <ResultItem
                        key={result.itemId}
                        result={result}
                        task={found}
                        sentDecisions={decisions.sentDecisions}
                      />
                    ))}
                  </ol>
                  <Pagination page={page} isPrevious={state.results.isPlaceholderData} />
                </>
              )}
            </QueryContent>
          </Stack>
        )}
      </QueryContent>
    </Page>
  )
}

/** A filtered page searches a limited number of items, so the next page may have more. */
const NothingFound = ({ hasMore }: { readonly hasMore: boolean }) => (
  <Text c="dimmed" role="status">
    {hasMore ? <Trans>No item matches so far. The next page continues.</Trans> : <Trans>No item matches.</Trans>}
  </Text>
)

/** Files that the server streams, with accepted answers: one item, or one answer, in each line. */
function Exports({ offer }: { readonly offer: number }) {
  const { i18n } = useLingui()
  const csv = (lines: 'Items' | 'Answers') => resultsCsv(offer, lines, i18n.locale)
  return (
    <Group gap="xs">
      <Button component="a" href={csv('Items')} download={`results-${offer}.csv`}>
        <Trans>Results (CSV)</Trans>
      </Button>
      <Button component="a" variant="default" href={csv('Answers')} download={`answers-${offer}.csv`}>
        <Trans>Answers (CSV)</Trans>
      </Button>
      <Button component="a" variant="default" href={resultsJson(offer)} download={`results-${offer}.jsonl`}>
        <Trans>JSON lines</Trans>
      </Button>
    </Group>
  )
}

function ItemCounts({ counts }: { readonly counts: B['ItemCounts'] | undefined }) {
  const label = useLabels(itemStatusLabels)
  if (!counts) return null
  const shown = [
    ['Open', counts.open],
    ['InProgress', counts.inProgress],
    ['Completed', counts.completed],
    ['Waiting', counts.waiting],
    ['Cancelled', counts.cancelled],
  ] as const
  return (
    <Group component="ul" gap="4px 20px" className="result-counts">
      {shown
        .filter(([, count]) => count > 0)
        .map(([status, count]) => (
          <li key={status}>
            <Text span size="lg" fw={600} className="numeric">
              <Count value={count} />
            </Text>{' '}
            <Text span size="sm" c="dimmed">
              {label(status)}
            </Text>
          </li>
        ))}
    </Group>
  )
}
