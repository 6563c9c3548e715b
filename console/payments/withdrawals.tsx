import { Page } from '../ui/page.tsx'

export function Withdrawals() {
  return <Page title="Withdrawals" />
}
