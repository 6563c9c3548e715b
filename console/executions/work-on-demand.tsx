import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { QueryContent } from '../ui/query-content.tsx'
import { OperatorWork } from './operator-work.tsx'

/** Loads any report, as operators see it. */
export const operatorWorkQuery = (id: number) =>
  apiQuery(['executions', 'for-operator', id], (signal) =>
    groupA.GET('/api/operator/reports/{id}', { params: { path: { id } }, signal }),
  )

/** The work of a held rejection, loaded when the user opens it. */
export function HeldWork({ reportId }: { readonly reportId: number }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          <Trans>View submission</Trans>
        </Button>
      </div>
    )
  return <LoadedWork reportId={reportId} />
}

/** Any report, as operators see it. */
export function LoadedWork({ reportId }: { readonly reportId: number }) {
  const work = useQuery(operatorWorkQuery(reportId))
  return <QueryContent query={work}>{(found) => <OperatorWork work={found} />}</QueryContent>
}
