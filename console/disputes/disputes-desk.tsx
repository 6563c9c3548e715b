import { Page } from '../ui/page.tsx'

export function DisputesDesk() {
  return <Page title="DisputesDesk" />
}
