// Shows push messages, and opens the page that one is about. It answers no requests and keeps nothing.
addEventListener('push', (event) => {
  const { title, path, tag } = event.data.json()
  event.waitUntil(registration.showNotification(title, { tag, data: path }))
})

/** Returns a page of this site, whatever the message says. */
function pageAt(path) {
  const { origin } = location
  const address = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  return address?.origin === origin ? address.href : origin
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(pageAt(event.notification.data)))
})
