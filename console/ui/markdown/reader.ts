import { Lexer, type Token, Tokenizer } from 'marked'

/** Bounds that keep the worst text of the permitted length below a fraction of a second. */
const nestingMax = 8
const emphasesMax = 200
const tableCellsMax = 1_000

/** Reads a subset of Markdown. HTML, indented code, underlined headings and reference definitions stay plain text. */
class BoundedTokenizer extends Tokenizer {
  #nesting = 0
  #emphases = 0

  override html(): undefined {}
  override tag(): undefined {}
  override def(): undefined {}
  override reflink(): undefined {}
  override code(): undefined {}
  override lheading(): undefined {}

  override blockquote(text: string) {
    return this.#nested(() => super.blockquote(text))
  }
  override list(text: string) {
    return this.#nested(() => super.list(text))
  }
  override link(text: string) {
    return this.#nested(() => super.link(text))
  }
  override emStrong(...args: Parameters<Tokenizer['emStrong']>) {
    return this.#emphasis(() => super.emStrong(...args))
  }
  override del(...args: Parameters<Tokenizer['del']>) {
    return this.#emphasis(() => super.del(...args))
  }
  override table(text: string) {
    return cellCount(text) <= tableCellsMax ? super.table(text) : undefined
  }

  #nested<Result>(read: () => Result | undefined): Result | undefined {
    if (this.#nesting >= nestingMax) return undefined
    this.#nesting += 1
    try {
      return read()
    } finally {
      this.#nesting -= 1
    }
  }

  /** Each attempt searches the rest of the paragraph, so their number is limited too. */
  #emphasis<Result>(read: () => Result | undefined): Result | undefined {
    this.#emphases += 1
    return this.#emphases <= emphasesMax ? this.#nested(read) : undefined
  }
}

/** Returns at least the number of cells that a table here would have: each row is filled up to the width of the first. */
function cellCount(text: string): number {
  const end = text.search(/\n[ \t]*\n/)
  const lines = (end < 0 ? text : text.slice(0, end)).split('\n')
  return lines.length * (lines[0] ?? '').split('|').length
}

const lexer = () => new Lexer({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() })

/** Returns the blocks of a Markdown text. */
export const readBlocks = (text: string): readonly Token[] => lexer().lex(text)

/** Returns the inline parts of a Markdown text that has no blocks. */
export const readInline = (text: string): readonly Token[] => lexer().inlineTokens(text)

/** Returns the address of a link if it may be opened: an absolute web or mail address without a user name. */
export function safeHref(href: string): URL | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  const isWeb = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb || url.protocol === 'mailto:' ? url : undefined
}

/** Returns the text of inline parts without their formatting. */
export const plainText = (tokens: readonly Token[] | undefined): string =>
  (tokens ?? [])
    .map((token) => ('tokens' in token ? plainText(token.tokens) : 'text' in token ? String(token.text) : token.raw))
    .join('')

/** Returns where a link leads, the host or the mail address, unless its text is an address that leads there. */
export function hiddenTarget(text: string, url: URL): string | undefined {
  if (url.protocol === 'mailto:') return text.replace(/^mailto:/i, '') === url.pathname ? undefined : url.pathname
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return !/\s/.test(text) && safeHref(address)?.host === url.host ? undefined : url.host
}
