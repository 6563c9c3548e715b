import { Page } from '../ui/page.tsx'

export function NewOffer() {
  return <Page title="NewOffer" />
}
