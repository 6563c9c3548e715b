import Fastify from 'fastify'

/** What the library is told: both documents, nothing of its own services, no fonts and no telemetry from elsewhere. */
const settings = {
  sources: [
    { url: 'openapi.json', title: 'Group A', slug: 'a' },
    { url: 'v1/openapi.json', title: 'Group B', slug: 'b' },
  ],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
}

// Scripts come from here alone, and none stands in the page. Its styles are the library's to make, element by element.
export const referenceHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

/** The page: an empty place, the library, and where it begins. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Task Marketplace: reference</title>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The documents themselves: <a href="openapi.json">Group A</a>, <a href="v1/openapi.json">Group B</a>.</noscript>
<script src="docs/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

export const referenceStart = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`

let script: Promise<string> | undefined

/**
 * The library's script, fetched from its plugin by a server of a moment: the plugin has it and gives it out in no other
 * way. It is four megabytes and takes a quarter of a second to load, which only readers of the page should pay for.
 */
export function referenceScript(): Promise<string> {
  script ??= loadScript()
  return script
}

async function loadScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const shelf = Fastify()
  await shelf.register(reference, { routePrefix: '/', configuration: { url: 'openapi.json' } })
  const { body } = await shelf.inject('/js/scalar.js')
  await shelf.close()
  return body
}
