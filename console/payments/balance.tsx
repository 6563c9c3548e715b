import { Page } from '../ui/page.tsx'

export function BalancePage() {
  return <Page title="BalancePage" />
}
