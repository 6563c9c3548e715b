import { Page } from '../ui/page.tsx'

export function DisputeCase() {
  return <Page title="DisputeCase" />
}
