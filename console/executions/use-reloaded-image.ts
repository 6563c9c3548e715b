import { useEffect, useState } from 'react'

const [firstPauseMs, pauseMaxMs, attemptsMax] = [2_000, 30_000, 20]

/** Loads an image again after a failure, with growing pauses and as soon as the browser is online. Returns whether it is missing. */
export function useReloadedImage(url: string): { readonly isBroken: boolean; readonly onError: () => void } {
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures === 0 || failures > attemptsMax) return
    const reload = () => {
      const image = new Image()
      image.onload = () => setFailures(0)
      image.onerror = () => setFailures(failures + 1)
      image.src = url
    }
    const timer = setTimeout(reload, Math.min(pauseMaxMs, firstPauseMs * 2 ** (failures - 1)))
    addEventListener('online', reload)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', reload)
    }
  }, [failures, url])
  return { isBroken: failures > 0, onError: () => setFailures((count) => count + 1) }
}
