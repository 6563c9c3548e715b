import { useEffect, useRef, useState } from 'react'
import { ApiError, randomKey } from '../api.ts'
import { fitted } from './shrink.ts'
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

/**
 * Uploads the added files one after another, so that they arrive in the order in which they were chosen, and calls `onUploaded` for each.
 * Photos that are too large are made smaller first. Network errors are retried when the connection is back.
 */
export function useUploads(offerId: number, onUploaded: (upload: Upload) => void): Uploads {
  const { files, append, change, remove } = useFiles()
  const controllers = useRef(new Map<string, AbortController>())
  const last = useRef(Promise.resolve())
  const discard = (key: string) => {
    controllers.current.get(key)?.abort()
    controllers.current.delete(key)
    remove(key)
  }
  const send = async ({ key, file }: Pick<PendingUpload, 'key' | 'file'>, controller: AbortController) => {
    if (controller.signal.aborted) return
    const onProgress = (progress: number) => change(key, { progress })
    try {
      const smaller = await fitted(file)
      if (controller.signal.aborted) return
      const upload = await uploadFile({ offerId, file: smaller, key, onProgress, signal: controller.signal })
      if (controllers.current.has(key)) onUploaded(upload)
      discard(key)
    } catch (error) {
      controllers.current.delete(key)
      change(key, { error: error instanceof ApiError ? error : new ApiError({}) })
    }
  }
  const enqueue = (file: Pick<PendingUpload, 'key' | 'file'>) => {
    const controller = new AbortController()
    controllers.current.set(file.key, controller)
    last.current = last.current.then(() => send(file, controller))
  }
  const retry = (key: string) => {
    change(key, { error: undefined, progress: 0 })
    for (const each of files) if (each.key === key) enqueue(each)
  }
  useRetryWhenOnline(files, retry)
  useAbortOnUnmount(controllers)
  return { files, retry, discard, add: (added) => append(added).forEach(enqueue) }
}

function useFiles() {
  const [files, setFiles] = useState<readonly PendingUpload[]>([])
  return {
    files,
    append: (added: readonly File[]): readonly PendingUpload[] => {
      const pending = added.map((file) => ({ key: randomKey(), file, progress: 0 }))
      setFiles((all) => [...all, ...pending])
      return pending
    },
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
