import { Page } from '../ui/page.tsx'

export function PayoutsDesk() {
  return <Page title="PayoutsDesk" />
}
