import { Page } from '../ui/page.tsx'

export function DepositsDesk() {
  return <Page title="DepositsDesk" />
}
