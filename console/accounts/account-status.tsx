import { useLabels } from '../ui/labels.ts'
import { Status } from '../ui/status.tsx'
import { accountStatusLabels } from './role-labels.ts'

export function AccountStatus({ status }: { readonly status: string }) {
  const label = useLabels(accountStatusLabels)
  return <Status label={label(status)} tone={status === 'Active' ? 'good' : status === 'Suspended' ? 'bad' : 'over'} />
}
