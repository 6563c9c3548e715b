import { useEffect, useRef, useState } from 'react'
import { newKey, Refusal } from '../api.ts'
import { sendFile, type Upload } from './upload.ts'

/** A file that is being uploaded or has failed. */
export type PendingUpload = {
  readonly key: string
  readonly file: File
  /** From 0 to 1. */
  readonly share: number
  readonly refusal?: Refusal | undefined
}

export type Uploads = {
  readonly files: readonly PendingUpload[]
  readonly add: (files: readonly File[]) => void
  readonly again: (key: string) => void
  readonly drop: (key: string) => void
}

/** Uploads each added file in a request of its own and calls `arrived` for it. Network errors are retried when the connection is back. */
export function useUploads(offerId: number, arrived: (upload: Upload) => void): Uploads {
  const { files, put, change, remove } = useFiles()
  const sending = useRef(new Map<string, AbortController>())
  const drop = (key: string) => {
    sending.current.get(key)?.abort()
    sending.current.delete(key)
    remove(key)
  }
  const send = async ({ key, file }: Pick<PendingUpload, 'key' | 'file'>) => {
    const controller = new AbortController()
    sending.current.set(key, controller)
    const told = (share: number) => change(key, { share })
    try {
      const upload = await sendFile({ offerId, file, key, told, signal: controller.signal })
      if (sending.current.has(key)) arrived(upload)
      drop(key)
    } catch (error) {
      sending.current.delete(key)
      change(key, { refusal: error instanceof Refusal ? error : new Refusal({}) })
    }
  }
  const again = (key: string) => {
    const one = files.find((each) => each.key === key)
    if (!one) return
    change(key, { refusal: undefined, share: 0 })
    void send(one)
  }
  useAgainOnline(files, again)
  useStopAtEnd(sending)
  return {
    files,
    again,
    drop,
    add: (added) => {
      const fresh = added.map((file) => ({ key: newKey(), file, share: 0 }))
      put(fresh)
      for (const each of fresh) void send(each)
    },
  }
}

function useFiles() {
  const [files, setFiles] = useState<readonly PendingUpload[]>([])
  return {
    files,
    put: (added: readonly PendingUpload[]) => setFiles((all) => [...all, ...added]),
    change: (key: string, known: Partial<PendingUpload>) =>
      setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...known } : each))),
    remove: (key: string) => setFiles((all) => all.filter((each) => each.key !== key)),
  }
}

function useAgainOnline(files: readonly PendingUpload[], again: (key: string) => void): void {
  useEffect(() => {
    const lost = files.filter(({ refusal }) => refusal?.code === 'unreachable')
    const goOn = () => {
      for (const { key } of lost) again(key)
    }
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  })
}

function useStopAtEnd(sending: { readonly current: Map<string, AbortController> }): void {
  useEffect(() => {
    const { current } = sending
    return () => {
      for (const controller of current.values()) controller.abort()
    }
  }, [sending])
}
