// Runs before the first paint, so that users of the dark theme see no white flash. Mantine reads the same key.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
const scheme = chosen === 'dark' || (chosen !== 'light' && prefersDark) ? 'dark' : 'light'
document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
