import { Page } from '../ui/page.tsx'

export function EditOffer() {
  return <Page title="EditOffer" />
}
