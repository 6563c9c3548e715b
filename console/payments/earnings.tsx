import { Page } from '../ui/page.tsx'

export function Earnings() {
  return <Page title="Earnings" />
}
