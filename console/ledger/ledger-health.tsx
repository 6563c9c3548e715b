import { Page } from '../ui/page.tsx'

export function LedgerHealth() {
  return <Page title="LedgerHealth" />
}
