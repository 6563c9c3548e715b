import type { ReactNode } from 'react'

/** A table that scrolls horizontally on its own, also by keyboard, so the page does not. */
export function ScrollTable({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need it to scroll.
    <div className="scroll-table" tabIndex={0}>
      {children}
    </div>
  )
}
