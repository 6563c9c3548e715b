import { Trans } from '@lingui/react/macro'
import { Alert, List, Text } from '@mantine/core'
import type { B } from '../../api.ts'
import { ProblemText } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'

const shownMax = 50

/** What an import of decisions would do: totals, and the lines that would be refused. */
export function ImportPreview({ preview: { results, totals } }: { readonly preview: B['BulkResults'] }) {
  if (!totals) return null
  const { accept, reject, rework, unchanged, refused, cost, bonuses, currency } = totals
  return (
    <Alert role="status" color={refused > 0 ? 'yellow' : 'blue'}>
      <Text size="sm">
        <Trans>
          Accept: {accept}, <Money amount={cost} currency={currency} />. Reject: {reject}. Rework: {rework}. Unchanged:{' '}
          {unchanged}. Refused: {refused}.
        </Trans>
      </Text>
      {bonuses > 0 && (
        <Text size="sm">
          <Trans>
            Bonuses: <Money amount={bonuses} currency={currency} />
          </Trans>
        </Text>
      )}
      <List size="sm">
        {results
          .filter(({ ok }) => !ok)
          .slice(0, shownMax)
          .map(({ id, line, problem }) => (
            <List.Item key={id}>
              <Trans>
                Line {line}, #{id}:
              </Trans>{' '}
              {problem && <ProblemText problem={problem} />}
            </List.Item>
          ))}
      </List>
    </Alert>
  )
}
