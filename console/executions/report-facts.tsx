import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Duration, Time } from '../ui/formatted.tsx'
import { RecordNumber } from '../ui/record-number.tsx'

type ReportFactsProps = {
  readonly report: { readonly id: number; readonly submittedAtUtc: string; readonly workSeconds: number | null }
  /** Further facts, each in its own element. */
  readonly children: ReactNode
}

/** A line with the identifying facts of a report. */
export const ReportFacts = ({ report: { id, submittedAtUtc, workSeconds }, children }: ReportFactsProps) => (
  <Group gap="4px 16px" c="dimmed" fz="sm">
    <RecordNumber id={id} />
    <span>
      <Trans>
        submitted <Time at={submittedAtUtc} />
      </Trans>
    </span>
    <span>
      <Trans>
        worked <Duration seconds={workSeconds} />
      </Trans>
    </span>
    {children}
  </Group>
)
