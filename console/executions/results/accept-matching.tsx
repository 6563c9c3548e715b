import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type B, groupB, unwrap } from '../../api.ts'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { Money } from '../../ui/formatted.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BulkRefusals, useBulkDecision } from '../review/bulk-outcome.tsx'
import type { Decisions } from '../review/decisions.ts'
import { type MatchingQuery, matchingQuery, type ResultsState } from './results-state.ts'

type Matching = B['MatchingReports']

/**
 * Finds the pending reports that match, up to a thousand: the server checks as many at once, so that it is asked until some match or all are
 * checked.
 */
async function findMatching(id: number, query: MatchingQuery, signal: AbortSignal): Promise<Matching> {
  let flaggedCount = 0
  for (let after: number | undefined; ; ) {
    const params = { path: { id }, query: { ...query, ...(after === undefined ? {} : { after }) } }
    const found: Matching = await unwrap(groupB.GET('/tasks/{id}/results/reports', { params, signal }))
    flaggedCount += found.flaggedCount
    if (found.reports.length > 0 || found.nextAfter === null) return { ...found, flaggedCount }
    after = found.nextAfter
  }
}

type AcceptMatchingProps = {
  readonly state: ResultsState
  readonly decisions: Decisions
  readonly task: B['Task']
}

/** Accepts all pending reports of which every answer matches the filters: exactly those that were counted, in the version that was counted. */
export function AcceptMatching({ state, decisions, task }: AcceptMatchingProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { results, decide } = useBulkDecision(decisions)
  const accept = ({ reports, costTotal, currency }: Matching) => {
    setOpen(false)
    const items = reports.map(({ id, version }) => ({ id, version, action: 'accept' as const }))
    void decide(items, { reports: [{ costPerAction: costTotal, currency }] })
  }
  return (
    <>
      <BulkRefusals results={results} />
      {task.counts.pending > 0 && (
        <Group>
          <Button color="teal.9" onClick={() => setOpen(true)}>
            <Trans>Accept all that match…</Trans>
          </Button>
        </Group>
      )}
      <Dialog title={t`Accept all that match`} isOpen={isOpen} close={() => setOpen(false)} size="lg">
        {isOpen && <Counted state={state} task={task} accept={accept} close={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

type CountedProps = {
  readonly state: ResultsState
  readonly task: B['Task']
  readonly accept: (matching: Matching) => void
  readonly close: () => void
}

/** What matches now, and what accepting it costs. */
function Counted({ state: { offer, search }, task, accept, close }: CountedProps) {
  const query = matchingQuery(search)
  const matching = useQuery({
    queryKey: ['executions', 'matching', offer, query],
    queryFn: ({ signal }) => findMatching(offer, query, signal),
    // Not read again before the decision, so that no report is accepted that arrived after it was shown.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <QueryContent query={matching}>
      {(found) => (
        <>
          <CountedText matching={found} isFiltered={Object.keys(query).length > 0} task={task} />
          <DialogButtons close={close}>
            {found.reports.length > 0 && (
              <Button color="teal.9" onClick={() => accept(found)} data-autofocus>
                <Trans>Accept and pay</Trans>
              </Button>
            )}
          </DialogButtons>
        </>
      )}
    </QueryContent>
  )
}

type CountedTextProps = { readonly matching: Matching; readonly isFiltered: boolean; readonly task: B['Task'] }

function CountedText({ matching, isFiltered, task: { itemsPerSlot = 1 } }: CountedTextProps) {
  const { reports, costTotal, currency, flaggedCount, nextAfter } = matching
  return (
    <>
      {reports.length === 0 ? (
        <Text size="sm" role="status">
          {isFiltered ? (
            <Trans>No submission under review matches in all of its answers.</Trans>
          ) : (
            <Trans>No submission is under review.</Trans>
          )}
        </Text>
      ) : (
        <Text size="sm" component="div" role="status">
          {isFiltered ? (
            <Plural
              value={reports.length}
              one="# submission under review matches in all of its answers."
              other="# submissions under review match in all of their answers."
            />
          ) : (
            <Plural
              value={reports.length}
              one="# submission is under review."
              other="# submissions are under review."
            />
          )}{' '}
          {itemsPerSlot > 1 && (
            <Trans>Each has the answers to up to {itemsPerSlot} items, which are accepted together.</Trans>
          )}{' '}
          <Trans>
            Accepting costs you <Money amount={costTotal} currency={currency} />. You can undo it for five seconds;
            after that, the executors are paid.
          </Trans>
        </Text>
      )}
      {reports.length > 0 && nextAfter !== null && (
        <Text size="sm">
          <Trans>Further submissions may match. Repeat this afterwards.</Trans>
        </Text>
      )}
      {flaggedCount > 0 && (
        <Text size="sm">
          <Plural
            value={flaggedCount}
            one="# more matches but has flags: review it on its own."
            other="# more match but have flags: review them one by one."
          />
        </Text>
      )}
    </>
  )
}
