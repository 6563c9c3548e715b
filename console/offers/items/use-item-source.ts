import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FileSample, readRows, readSample, type Sample, sampleOf } from './read-rows.ts'

export type SourceKind = 'file' | 'rows'
export type KnownFile = FileSample & { readonly name: string }

/** What the form keeps of the source of items. The browser keeps no file over a reload, only how it began. */
export type SourceInput = { readonly kind: SourceKind; readonly text: string; readonly known: KnownFile | null }
export const noSource: SourceInput = { kind: 'file', text: '', known: null }

export type ItemSource = {
  readonly kind: SourceKind
  readonly setKind: (kind: SourceKind) => void
  readonly text: string
  readonly setText: (text: string) => void
  readonly file: File | null
  /** The name of the file, also after a reload has lost it. */
  readonly fileName: string | undefined
  readonly choose: (file: File | null) => void
  readonly sample: Sample | undefined
  readonly known: KnownFile | null
  readonly error: unknown
}

const typingPauseMs = 300

/** Reads a file or pasted rows as they are chosen and typed. */
export function useItemSource(input: SourceInput, change: (input: SourceInput) => void): ItemSource {
  const { kind, text, known } = input
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<unknown>()
  const rows = useRowsSample(kind === 'rows' ? text : '')
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setFileError(undefined)
    if (!chosen) return change({ ...input, known: null })
    void readSample(chosen).then(
      (sample) => change({ ...input, known: { ...sample, name: chosen.name } }),
      (error) => {
        setFileError(error)
        change({ ...input, known: null })
      },
    )
  }
  return {
    kind,
    setKind: (next) => change({ ...input, kind: next }),
    text,
    setText: (next) => change({ ...input, text: next }),
    file,
    fileName: known?.name,
    choose,
    known,
    ...(kind === 'file'
      ? { sample: known ?? undefined, error: fileError }
      : { sample: rows.data, error: text === '' ? undefined : rows.error }),
  }
}

/** Reads the rows after a pause in typing. */
function useRowsSample(text: string) {
  const [settled] = useDebouncedValue(text, typingPauseMs)
  return useQuery({
    queryKey: ['pasted-rows', settled],
    queryFn: async () => sampleOf(await readRows(settled)),
    enabled: settled.trim() !== '',
    retry: false,
    gcTime: 0,
  })
}
