import { setImmediate } from 'node:timers/promises'
import sax from 'sax'
import type { Sentence } from './sentences.ts'

/** An element of the root's namespace. Those of other namespaces have an empty name. */
export type XmlElement = {
  readonly name: string
  /** The line on which it starts. */
  readonly line: number
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, trimmed. */
  readonly text: string
}

/** The text is no XML that is read, because of this line. */
export class XmlBroken extends Error {
  readonly line: number
  readonly detail: Sentence

  constructor(line: number, detail: Sentence) {
    super(detail.en)
    this.line = line
    this.detail = detail
  }
}

export type XmlReader = {
  /** Throws XmlBroken if the document is of another kind. */
  readonly onRoot: (namespace: string) => void
  /** What to do with each element at a path, such as `Document/Entry`. Only these are kept while they are read. */
  readonly visits: Readonly<Record<string, (element: XmlElement) => void>>
}

const depthMax = 40
const elementsMax = 400_000
/** The parser compares each attribute of a tag with all others, so a tag has at most two of these pieces. */
const pieceLength = 2 * 1024
/** Pieces that are parsed at once. Other requests are answered between two parts. */
const piecesMax = 16

/**
 * Reads an XML text from start to end. Throws XmlBroken if it is not well-formed, has a document type (so that no entity is declared), or
 * is too deep or too large.
 */
export async function readXml(text: string, reader: XmlReader): Promise<void> {
  if (/[\0\ufffd]/.test(text)) throw new XmlBroken(1, wasDecodedWrongly)
  const parser = parserOf(reader)
  for (let piece = 0; piece * pieceLength < text.length; piece++) {
    parser.writePiece(text.slice(piece * pieceLength, (piece + 1) * pieceLength))
    if (piece % piecesMax === 0) await setImmediate()
  }
  parser.close()
}

const wasDecodedWrongly: Sentence = {
  en: 'characters were lost, because the file was read in another encoding than it has.',
  ru: 'символы потеряны: файл прочитан не в той кодировке.',
}
const hasDoctype: Sentence = {
  en: 'a document type (DOCTYPE) is not allowed.',
  ru: 'тип документа (DOCTYPE) не допускается.',
}
const isTooDeep: Sentence = {
  en: `elements are nested more than ${depthMax} deep.`,
  ru: `вложенность элементов больше ${depthMax}.`,
}
const isTooLarge: Sentence = {
  en: `there are more than ${elementsMax} elements.`,
  ru: `больше ${elementsMax} элементов.`,
}
const isTooLong: Sentence = { en: 'a tag is too long.', ru: 'слишком длинный тег.' }
const isNotXml: Sentence = { en: 'this is no well-formed XML.', ru: 'это не правильный XML.' }

/** An element while it is read. */
type Growing = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { readonly children: Growing[] }

function parserOf(reader: XmlReader) {
  const parser = sax.parser(true, { xmlns: true })
  const tree = treeOf(reader)
  let count = 0
  let isInTag = false
  const broken = (detail: Sentence) => new XmlBroken(parser.line + 1, detail)
  const fail = (detail: Sentence) => () => {
    throw broken(detail)
  }
  const writePiece = (piece: string) => {
    const wasInTag = isInTag
    const before = count
    parser.write(piece)
    if (wasInTag && isInTag && count === before) throw broken(isTooLong)
  }
  const open = (tag: sax.QualifiedTag) => {
    isInTag = false
    if (tree.depth() >= depthMax) throw broken(isTooDeep)
    if (++count > elementsMax) throw broken(isTooLarge)
    tree.open(tag, parser.line + 1)
  }
  return Object.assign(parser, {
    writePiece,
    onopentagstart: () => {
      isInTag = true
    },
    onopentag: open as (tag: sax.Tag | sax.QualifiedTag) => void,
    onclosetag: tree.close,
    ontext: tree.addText,
    oncdata: tree.addText,
    ondoctype: fail(hasDoctype),
    onerror: fail(isNotXml),
    onend: () => {
      if (count === 0) throw broken(isNotXml)
    },
  })
}

/** Keeps the elements that are visited, while they are read. */
function treeOf({ onRoot, visits }: XmlReader) {
  let namespace = ''
  const path: string[] = []
  const growing: Growing[] = []
  return {
    depth: () => path.length,
    open: (tag: sax.QualifiedTag, line: number) => {
      if (path.length === 0) {
        namespace = tag.uri
        onRoot(namespace)
      }
      const name = tag.uri === namespace ? tag.local : ''
      path.push(name)
      if (growing.length === 0 && !Object.hasOwn(visits, path.join('/'))) return
      const element = elementOf(tag, { name, line })
      growing.at(-1)?.children.push(element)
      growing.push(element)
    },
    close: () => {
      const element = growing.pop()
      if (element) element.text = element.text.trim()
      if (element && growing.length === 0) visits[path.join('/')]?.(element)
      path.pop()
    },
    addText: (text: string) => {
      const element = growing.at(-1)
      if (element) element.text += text
    },
  }
}

const elementOf = ({ attributes }: sax.QualifiedTag, named: Pick<XmlElement, 'name' | 'line'>): Growing => ({
  ...named,
  attributes: Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value])),
  children: [],
  text: '',
})

/** Returns the first element at a path below an element. */
export const childAt = (element: XmlElement | undefined, path: string): XmlElement | undefined => {
  let at = element
  for (const name of path.split('/')) at = at?.children.find((child) => child.name === name)
  return at
}

/** Returns all elements at a path below an element. */
export const childrenAt = (element: XmlElement, path: string): readonly XmlElement[] => {
  let at: readonly XmlElement[] = [element]
  for (const name of path.split('/')) at = at.flatMap(({ children }) => children.filter((child) => child.name === name))
  return at
}
