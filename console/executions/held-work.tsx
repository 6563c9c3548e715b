import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupA } from '../api.ts'
import { ask } from '../queries.ts'
import { Loaded } from '../ui/waiting.tsx'
import { WorkForOperator } from './work-for-operator.tsx'

/** Any report, as operators read it. */
export const workForOperator = (id: number) =>
  ask(['executions', 'for-operator', id], (signal) =>
    groupA.GET('/api/operator/reports/{id}', { params: { path: { id } }, signal }),
  )

/** The work of a held rejection, loaded on demand. */
export function HeldWork({ reportId }: { readonly reportId: number }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          <Trans>View work</Trans>
        </Button>
      </div>
    )
  return <Shown reportId={reportId} />
}

function Shown({ reportId }: { readonly reportId: number }) {
  const work = useQuery(workForOperator(reportId))
  return <Loaded query={work}>{(found) => <WorkForOperator found={found} />}</Loaded>
}
