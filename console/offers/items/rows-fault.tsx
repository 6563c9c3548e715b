import { Plural, Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { WrongEncoding } from '../../ui/input/text-file.tsx'
import { type RowsFault, rowsMax, UnreadableRows } from './read-rows.ts'

/** Says why rows or a file cannot be read, and what to do. */
export function RowsFaultAlert({ error }: { readonly error: unknown }) {
  if (!error) return null
  const fault: RowsFault = error instanceof UnreadableRows ? error.fault : { code: 'quotes' }
  if (fault.code === 'encoding') return <WrongEncoding encoding={fault.encoding} />
  return (
    <Alert role="alert" color="red" variant="light">
      <Explanation fault={fault} />
    </Alert>
  )
}

function Explanation({ fault }: { readonly fault: Exclude<RowsFault, { readonly code: 'encoding' }> }) {
  switch (fault.code) {
    case 'cells':
      return (
        <Trans>
          Line {fault.line} has {fault.found} cells, but there are {fault.expected} columns. Put a cell that contains a
          comma in quotes: "a, b".
        </Trans>
      )
    case 'columns':
      return <Trans>The first line must name the columns, each once. Add a line such as: picture,question</Trans>
    case 'json':
      return (
        <Trans>This is not valid JSON. Paste a list of objects, or rows with the names of the columns above.</Trans>
      )
    case 'noRows':
      return <Trans>There are no rows below the names of the columns. Each row becomes one item.</Trans>
    case 'quotes':
      return <Trans>A quote is not closed. Write a quote inside a quoted cell twice: "the ""best"" tea".</Trans>
    case 'tooLarge':
      return <Trans>This file is too large to convert here. Save it with commas between the cells.</Trans>
    case 'tooMany':
      return <Plural value={rowsMax} one="Paste at most # row." other="Paste at most # rows. Import a file for more." />
  }
}
