import type { PatternNode } from './syntax.ts'

/** Returns an upper bound of the instructions that a pattern compiles to. */
export function instructionsOf(node: PatternNode): number {
  if (node.kind === 'empty' || node.kind === 'character') return 1
  if (node.kind === 'repeat') {
    const { part, min, max } = node
    const size = instructionsOf(part)
    return max === Number.POSITIVE_INFINITY ? (min + 1) * (size + 2) : Math.max(1, max) * (size + 1) + 1
  }
  const sizes = node.parts.map(instructionsOf)
  return sizes.reduce((sum, size) => sum + size, 2 + (node.kind === 'either' ? 2 * sizes.length : 0))
}
