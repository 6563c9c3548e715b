import { Trans } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Duration, Time } from '../ui/formatted.tsx'

type Facts = {
  readonly of: { readonly id: number; readonly submittedAtUtc: string; readonly workSeconds: number | null }
  /** What else somebody who looks at it is to know, each in an element of its own. */
  readonly children: ReactNode
}

/** What a report is told apart by, in a line. */
export const ReportFacts = ({ of: { id, submittedAtUtc, workSeconds }, children }: Facts) => (
  <Group gap="4px 16px" c="dimmed" fz="sm">
    <span>№ {id}</span>
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
