import { Page } from '../ui/page.tsx'

export function DisputesAgainst() {
  return <Page title="DisputesAgainst" />
}
