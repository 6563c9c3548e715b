import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'

export const root = join(import.meta.dirname, '../../..')

/** A function as the size rules count it: with its head, without its doc comment. */
export type SizedFunction = {
  readonly name: string
  readonly line: number
  readonly lines: number
  /** A callback written in place: it must stay small, but says nothing about how we cut functions. */
  readonly isCallback: boolean
  /** `describe(…, () => { … })`: a chapter of tests. */
  readonly isChapter: boolean
}

export type Text = { readonly text: string; readonly line: number; readonly tag: string | undefined }

/** Stands in a text where `${…}` stood. */
export const inserted = '\u0001'

/** Installed packages, and what is not ours to cut: a service written as its framework wants it, to be compared with. */
const notOurs = /(?:^|\/)node_modules\/|^bench\/compare\/nest\//

/** Files below the folders whose name ends so, as paths from the root with `/`, in order. */
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

/** Every node of a file that `pick` turns into something. */
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

/** String and template literals; a template's inserted values become one character. */
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
