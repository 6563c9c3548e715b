// Runs before the first paint, so that users of the dark theme see no white flash. Mantine reads the same key.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
const scheme = chosen === 'dark' || (chosen !== 'light' && prefersDark) ? 'dark' : 'light'
document.documentElement.setAttribute('data-mantine-color-scheme', scheme)

// Until the console's program has loaded, nothing else can explain a lost connection.
const texts = navigator.language.startsWith('ru')
  ? ['Нет соединения', 'Страница откроется, когда восстановится связь.']
  : ["You're offline", 'This page opens when the connection is back.']
const retryMs = 2_000

function reloadWhenAnswered(address) {
  const again = () => setTimeout(reloadWhenAnswered, retryMs, address)
  fetch(address, { cache: 'no-store' }).then(({ ok }) => (ok ? location.reload() : again()), again)
}

function explain() {
  const [title, text] = ['h1', 'p'].map((name, index) =>
    Object.assign(document.createElement(name), { textContent: texts[index] }),
  )
  const message = Object.assign(document.createElement('main'), { id: 'offline' })
  message.append(title, text)
  document.getElementById('root')?.replaceChildren(message)
}

const onFailure = ({ target }) => {
  if (!(target instanceof HTMLScriptElement)) return
  explain()
  setTimeout(reloadWhenAnswered, retryMs, target.src)
}
addEventListener('error', onFailure, true)
