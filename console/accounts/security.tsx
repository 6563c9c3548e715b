import { Page } from '../ui/page.tsx'

export function SecurityPage() {
  return <Page title="SecurityPage" />
}
