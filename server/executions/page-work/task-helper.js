// The helper of task pages, described in docs/api/pages.md.
{
  const { origin } = new URL(document.currentScript.src)
  const capability = new URLSearchParams(location.hash.slice(1)).get('task') ?? ''
  const isFramed = parent !== window
  const waiting = []

  const askConsole = (task, body) =>
    new Promise((resolve, reject) => {
      const id = waiting.push({ resolve, reject }) - 1
      parent.postMessage(JSON.stringify({ task, id, ...body }), '*')
    })

  const askServer = async (path, fields) => {
    const headers = { Accept: 'application/json' }
    const body = new URLSearchParams({ task: capability, ...fields })
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    const result = await answer.json()
    if (answer.ok) return result
    throw Object.assign(Error(result.detail), { errors: result.errors })
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data !== 'string') return
    const { id, result, error } = JSON.parse(data)
    if (error) waiting[id]?.reject(Object.assign(Error(error.detail), error))
    else waiting[id]?.resolve(result)
  })

  // A form with data-task is sent as an answer.
  addEventListener('submit', ({ target }) => {
    if (!target.matches('[data-task]')) return
    target.method = 'post'
    target.action = `${origin}/answers`
    target.insertAdjacentHTML('beforeend', `<input type="hidden" name="task" value="${encodeURI(capability)}">`)
  })

  window.task = {
    item: () => (isFramed ? askConsole('item') : askServer('/item')),
    submit: (value) =>
      isFramed ? askConsole('answer', { value }) : askServer('/answers', { taskAnswer: JSON.stringify(value) }),
    skip: (skipped) => (isFramed ? askConsole('skip', { skipped }) : askServer('/answers', { taskSkipped: skipped })),
    save: (value) => isFramed && askConsole('draft', { value }),
    height: (pixels = document.documentElement.scrollHeight) => isFramed && askConsole('height', { pixels }),
  }
}
