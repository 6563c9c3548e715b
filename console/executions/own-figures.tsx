import { Page } from '../ui/page.tsx'

export function OwnFigures() {
  return <Page title="OwnFigures" />
}
