import '@mantine/core/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import './ui/look/console.css'
import './ui/look/look.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguage } from './language.ts'
import { router } from './routes.tsx'
import { Console } from './shell/console.tsx'

const root = document.getElementById('root')
if (root) {
  // Loads the page's code and data in parallel with its texts.
  void router.load()
  await startLanguage()
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
}
