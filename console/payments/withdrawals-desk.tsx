import { Page } from '../ui/page.tsx'

export function WithdrawalsDesk() {
  return <Page title="WithdrawalsDesk" />
}
