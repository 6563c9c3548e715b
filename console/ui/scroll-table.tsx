import type { ReactNode } from 'react'

/** A table with more columns than fit: it moves at its own place, by keys too, and the page stays where it is. */
export function ScrollTable({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys could not move what does not fit.
    <div className="wide" tabIndex={0}>
      {children}
    </div>
  )
}
