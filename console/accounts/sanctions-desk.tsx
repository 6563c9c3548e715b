import { Page } from '../ui/page.tsx'

export function SanctionsDesk() {
  return <Page title="SanctionsDesk" />
}
