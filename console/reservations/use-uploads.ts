import { useEffect, useRef, useState } from 'react'
import { ApiError, randomKey } from '../api.ts'
import { type Upload, uploadFile } from './upload.ts'

/** A file that is being uploaded or has failed. */
export type PendingUpload = {
  readonly key: string
  readonly file: File
  /** From 0 to 1. */
  readonly progress: number
  readonly error?: ApiError | undefined
}

export type Uploads = {
  readonly files: readonly PendingUpload[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (key: string) => void
  readonly discard: (key: string) => void
}

/** Uploads each added file in a request of its own and calls `arrived` for it. Network errors are retried when the connection is back. */
export function useUploads(offerId: number, onUploaded: (upload: Upload) => void): Uploads {
  const { files, append, change, remove } = useFiles()
  const controllers = useRef(new Map<string, AbortController>())
  const discard = (key: string) => {
    controllers.current.get(key)?.abort()
    controllers.current.delete(key)
    remove(key)
  }
  const send = async ({ key, file }: Pick<PendingUpload, 'key' | 'file'>) => {
    const controller = new AbortController()
    controllers.current.set(key, controller)
    const onProgress = (progress: number) => change(key, { progress })
    try {
      const upload = await uploadFile({ offerId, file, key, onProgress, signal: controller.signal })
      if (controllers.current.has(key)) onUploaded(upload)
      discard(key)
    } catch (error) {
      controllers.current.delete(key)
      change(key, { error: error instanceof ApiError ? error : new ApiError({}) })
    }
  }
  const retry = (key: string) => {
    const pendingUpload = files.find((each) => each.key === key)
    if (!pendingUpload) return
    change(key, { error: undefined, progress: 0 })
    void send(pendingUpload)
  }
  useRetryWhenOnline(files, retry)
  useAbortOnUnmount(controllers)
  return {
    files,
    retry,
    discard,
    add: (added) => {
      const pending = added.map((file) => ({ key: randomKey(), file, progress: 0 }))
      append(pending)
      for (const each of pending) void send(each)
    },
  }
}

function useFiles() {
  const [files, setFiles] = useState<readonly PendingUpload[]>([])
  return {
    files,
    append: (added: readonly PendingUpload[]) => setFiles((all) => [...all, ...added]),
    change: (key: string, changes: Partial<PendingUpload>) =>
      setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each))),
    remove: (key: string) => setFiles((all) => all.filter((each) => each.key !== key)),
  }
}

function useRetryWhenOnline(files: readonly PendingUpload[], retry: (key: string) => void): void {
  useEffect(() => {
    const unreachable = files.filter(({ error }) => error?.code === 'unreachable')
    const retryAll = () => {
      for (const { key } of unreachable) retry(key)
    }
    addEventListener('online', retryAll)
    return () => removeEventListener('online', retryAll)
  })
}

function useAbortOnUnmount(controllers: { readonly current: Map<string, AbortController> }): void {
  useEffect(() => {
    const { current } = controllers
    return () => {
      for (const controller of current.values()) controller.abort()
    }
  }, [controllers])
}
