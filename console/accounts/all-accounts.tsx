import { Page } from '../ui/page.tsx'

export function AllAccounts() {
  return <Page title="AllAccounts" />
}
