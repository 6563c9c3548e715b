/** Settings of the reference library: both documents; no external services, fonts or telemetry. */
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

// Scripts only from this server, none inline. The library sets its styles on elements, so inline styles are allowed.
export const referenceHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

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
<script src="assets/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

export const referenceStart = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`
