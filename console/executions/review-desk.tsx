import { Page } from '../ui/page.tsx'

export function ReviewDesk() {
  return <Page title="ReviewDesk" />
}
