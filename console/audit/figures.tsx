import { Page } from '../ui/page.tsx'

export function Figures() {
  return <Page title="Figures" />
}
