import { Page } from '../ui/page.tsx'

export function OfferToTake() {
  return <Page title="OfferToTake" />
}
