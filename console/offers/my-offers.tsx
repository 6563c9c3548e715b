import { Page } from '../ui/page.tsx'

export function MyOffers() {
  return <Page title="MyOffers" />
}
