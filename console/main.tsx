import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguage } from './language.ts'
import { router } from './routes.tsx'
import { Console } from './shell/console.tsx'

const root = document.getElementById('root')
if (root) {
  // The parts and the records of the page are asked for while its words are on their way.
  void router.load()
  await startLanguage()
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
}
