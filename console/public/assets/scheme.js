// Before the first paint, so that nobody who chose dark is shown a white page first. Mantine reads the same key.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
const scheme = chosen === 'dark' || (chosen !== 'light' && prefersDark) ? 'dark' : 'light'
document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
