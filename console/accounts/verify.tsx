import { Page } from '../ui/page.tsx'

export function Verify() {
  return <Page title="Verify" />
}
