import { Page } from '../ui/page.tsx'

export function OwnOffer() {
  return <Page title="OwnOffer" />
}
