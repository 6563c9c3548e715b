import { Status } from '../ui/status.tsx'
import { useWords } from '../ui/words.ts'
import { accountStatuses } from './role-words.ts'

export function AccountStatus({ status }: { readonly status: string }) {
  const word = useWords(accountStatuses)
  return <Status label={word(status)} tone={status === 'Active' ? 'good' : status === 'Suspended' ? 'bad' : 'over'} />
}
