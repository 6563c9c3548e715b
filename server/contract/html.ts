import { createHash } from 'node:crypto'
import { escapeHtml } from '../values/html.ts'

/** Escapes a sentence for HTML; text in backticks becomes code. */
export const sentenceOf = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --quiet: #5b626b; --paper: #fff; --box: #f4f5f7; --line: #d9dce1; --link: #0b57d0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e9ec; --quiet: #a2a9b3; --paper: #16181b; --box: #22252a; --line: #363b42; --link: #8ab4f8 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: .5rem 0 }
a { color: var(--link) }
code, pre { font: .9em/1.5 ui-monospace, monospace; background: var(--box); border-radius: .25rem }
code { padding: .1em .3em; overflow-wrap: anywhere }
pre { padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line) }
.quiet { color: var(--quiet) }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
`

/** Allows this style and nothing else: no resources, no scripts. */
const stylePolicy = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const nothingElse = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src ${stylePolicy}; ${nothingElse}`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept, Accept-Language',
}

/** Returns a whole page around its content, which must be HTML already. */
export const pageOf = (language: string, title: string, content: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
