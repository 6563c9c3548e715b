import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'

export const root = join(import.meta.dirname, '../../..')

/** A function as the size rules count it: with its signature, without its doc comment. */
export type SizedFunction = {
  readonly name: string
  readonly line: number
  readonly lines: number
  /** An inline callback: it must stay small but is excluded from the statistics. */
  readonly isCallback: boolean
  /** `describe(…, () => { … })`: a group of tests. */
  readonly isChapter: boolean
}

export type Text = { readonly text: string; readonly line: number; readonly tag: string | undefined }

/** Replaces `${…}` in a text. */
export const inserted = '\u0001'

/** Installed packages, and code that is not ours to structure: a comparison service written in its framework's style. */
const notOurs = /(?:^|\/)node_modules\/|^bench\/compare\/nest\//

/** Returns files in the folders whose names end with `ending`, as sorted paths from the root with `/`. */
export function filesIn(folders: readonly string[], ending: string, from = root): string[] {
  return folders
    .flatMap((folder) => listed(join(from, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith(ending) && !notOurs.test(file))
    .sort()
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.split(sep).join('/'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

export const isTest = (file: string): boolean => file.endsWith('.test.ts')

export const parse = (file: string, text = textOf(file)): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1
}

/** Returns every non-undefined result of `pick` for the nodes of a file. */
export function collect<T>(source: ts.SourceFile, pick: (node: ts.Node) => T | undefined): T[] {
  const found: T[] = []
  const visit = (node: ts.Node): void => {
    const value = pick(node)
    if (value !== undefined) found.push(value)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

export const functionsIn = (source: ts.SourceFile): SizedFunction[] =>
  collect(source, (node) => (isFunction(node) && node.body ? sized(source, node) : undefined))

/** Returns string and template literals; each inserted value becomes one character. */
export const textsIn = (source: ts.SourceFile): Text[] =>
  collect(source, (node) => {
    if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node)) return
    const text = ts.isTemplateExpression(node) ? templateText(node) : node.text
    const tagged = ts.isTaggedTemplateExpression(node.parent) ? node.parent.tag.getText(source) : undefined
    return { text, line: lineOf(source, node.getStart(source)), tag: tagged }
  })

const templateText = (node: ts.TemplateExpression): string =>
  [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(inserted)

type FunctionNode = ts.FunctionLikeDeclaration
const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node)

function sized(source: ts.SourceFile, node: FunctionNode): SizedFunction {
  const line = lineOf(source, node.getStart(source))
  const given = node.parent && ts.isCallExpression(node.parent) ? node.parent : undefined
  return {
    name: nameOf(source, node),
    line,
    lines: lineOf(source, node.getEnd()) - line + 1,
    isCallback: given !== undefined,
    isChapter: given !== undefined && /^(describe|suite)\b/.test(given.expression.getText(source)),
  }
}

function nameOf(source: ts.SourceFile, node: FunctionNode): string {
  if (node.name) return node.name.getText(source)
  const holder = node.parent
  const named =
    holder && (ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder)) ? holder.name : undefined
  return named?.getText(source) ?? '(a callback)'
}
