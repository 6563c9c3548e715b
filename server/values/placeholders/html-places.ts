/** Where a placeholder stands in HTML. `none`: where no escaping makes a value safe, such as in a script. */
export type Place = 'text' | 'attribute' | 'address' | 'none'
/** A part of HTML from one offset to another. The parts of a page follow each other without gaps. */
export type Part = { readonly from: number; readonly to: number; readonly place: Place }

const addressAttributes = new Set([
  'href',
  'xlink:href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'ping',
])
/** Attributes that are read as code, styles, a document or a list of addresses. */
const closedAttribute = /^(on.*|style|srcdoc|srcset)$/i
/** Attributes that can hold an address to go to, by element. */
const closedIn: readonly (readonly [element: RegExp, attribute: RegExp])[] = [
  [/^meta$/i, /^content$/i],
  [/^(set|animate.*)$/i, /^(to|from|by|values)$/i],
]
/** Elements whose content is not read as HTML. */
const rawElements = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext'])
const textElements = new Set(['title', 'textarea'])

type Read = { readonly parts: Part[]; readonly end: number }
const part = (from: number, to: number, place: Place): Part => ({ from, to, place })

/**
 * Divides a page as browsers do (the tokenizer of the HTML standard). Where they would need the whole tree to decide, such as in a CDATA
 * section, the part is `none`.
 */
export function partsOf(html: string): Part[] {
  if (html.includes('<![CDATA[')) return [part(0, html.length, 'none')]
  const parts: Part[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const textEnd = open < 0 ? html.length : open
    parts.push(part(at, textEnd, 'text'))
    if (open < 0) break
    const read = readMarkup(html, open)
    parts.push(...read.parts)
    at = read.end
  }
  return parts
}

function readMarkup(html: string, open: number): Read {
  const next = html.slice(open + 1, open + 3)
  if (/^\/?[a-z]/i.test(next)) return readElement(html, open)
  // With a value after it, the sign could begin a tag.
  if (next === '{{') return { parts: [part(open, endAfter(html, '}}', open), 'none')], end: endAfter(html, '}}', open) }
  if (!/^[!?/]/.test(next)) return { parts: [part(open, open + 1, 'text')], end: open + 1 }
  const end = html.startsWith('<!--', open) ? commentEnd(html, open + 4) : endAfter(html, '>', open)
  return { parts: [part(open, end, 'none')], end }
}

function commentEnd(html: string, from: number): number {
  const empty = /^-?>/.exec(html.slice(from, from + 2))
  if (empty) return from + empty[0].length
  const found = /--!?>/g
  found.lastIndex = from
  return found.exec(html) ? found.lastIndex : html.length
}

const endAfter = (html: string, sign: string, from: number): number => {
  const found = html.indexOf(sign, from)
  return found < 0 ? html.length : found + sign.length
}

/** Reads a tag and, if browsers read its content in another way, the content. */
function readElement(html: string, open: number): Read {
  const tag = readTag(html, open)
  if (html[open + 1] === '/') return tag
  const name = tag.name.toLowerCase()
  if (!rawElements.has(name) && !textElements.has(name)) return tag
  const end = contentEnd(html, name, tag.end)
  const content = html.slice(tag.end, end)
  const place = textElements.has(name) && !content.includes('<') ? 'text' : 'none'
  return { parts: [...tag.parts, part(tag.end, end, place)], end }
}

function contentEnd(html: string, name: string, from: number): number {
  if (name === 'plaintext') return html.length
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = from
  const end = closing.exec(html)?.index ?? html.length
  // A comment in a script can contain the end of a script.
  return name === 'script' && html.slice(from, end).includes('<!--') ? html.length : end
}

const space = '\\t\\n\\f\\r '
/** The name of a tag. */
const tagName = new RegExp(`</?([^${space}/>]*)`, 'y')
/** An attribute: its name, and its value in double, single or no quotes. */
const attribute = new RegExp(
  `[${space}/]*(=?[^${space}/>=]*)(?:[${space}]*=[${space}]*(?:"([^"]*)"|'([^']*)'|([^${space}>"'][^${space}>]*)|(?=>)))?`,
  'y',
)
const openQuote = new RegExp(`[${space}]*=[${space}]*["']`, 'y')

function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(html)
}

function readTag(html: string, open: number): Read & { readonly name: string } {
  const [start = '', name = ''] = matchAt(tagName, html, open) ?? []
  let at = open + start.length
  const parts = [part(open, at, 'none')]
  while (at < html.length && html[at] !== '>') {
    const read = readAttribute(html, at, name)
    parts.push(...read.parts)
    at = read.end
  }
  const end = Math.min(at + 1, html.length)
  return { name, parts: [...parts, part(at, end, 'none')], end }
}

function readAttribute(html: string, at: number, element: string): Read {
  const [whole = '', name = '', double, single] = matchAt(attribute, html, at) ?? []
  const end = at + whole.length
  // Browsers drop a tag whose quotes do not end.
  if (whole === '' || matchAt(openQuote, html, end)) return { parts: [part(at, html.length, 'none')], end: html.length }
  const value = double ?? single
  if (value === undefined) return { parts: [part(at, end, 'none')], end }
  const from = end - 1 - value.length
  return {
    parts: [part(at, from, 'none'), part(from, end - 1, placeIn(element, name)), part(end - 1, end, 'none')],
    end,
  }
}

function placeIn(element: string, name: string): Place {
  if (closedAttribute.test(name) || closedIn.some(([of, closed]) => of.test(element) && closed.test(name)))
    return 'none'
  return addressAttributes.has(name.toLowerCase()) ? 'address' : 'attribute'
}
