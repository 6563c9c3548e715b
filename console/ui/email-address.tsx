import { Fragment } from 'react'

/** Longer parts of an address may break anywhere, so that a column does not grow with them. */
const partLengthMax = 24

/** An e-mail address, which breaks only before its @. */
export function EmailAddress({ email }: { readonly email: string }) {
  const parts = email.split(/(?=@)/)
  const isShort = parts.every(({ length }) => length <= partLengthMax)
  return (
    <span style={isShort ? { overflowWrap: 'normal' } : {}}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
