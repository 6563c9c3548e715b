import './task-frame.css'
import { Trans } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type FrameRequest, floodMeter, requestIn, shownToPage } from './frame-messages.ts'

/** Never `allow-same-origin`: the page would get the rights of its origin. */
const sandbox = 'allow-scripts allow-forms allow-popups'
const [heightMin, heightMax] = [120, 6_000]

type TaskFrameProps = {
  readonly src: string
  readonly title: string
  /** Returns the answer to a request of the page; what it throws, the page learns. */
  readonly answer: (request: FrameRequest) => unknown
  readonly isPreview?: boolean
}

/** A page of an advertiser. The console hears only this frame, and closes it if it sends too much. */
export function TaskFrame({ src, title, answer, isPreview = false }: TaskFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(answer)
  latest.current = answer
  const [height, setHeight] = useState<number>()
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => {
    if (isClosed) return
    const isFlood = floodMeter()
    const onMessage = ({ source, origin, data, timeStamp }: MessageEvent) => {
      const page = frame.current?.contentWindow
      if (!page || source !== page || origin !== 'null') return
      if (isFlood(timeStamp)) {
        // At once: until the next rendering, more of them would come.
        if (frame.current) frame.current.src = 'about:blank'
        return setIsClosed(true)
      }
      const request = requestIn(data)
      if (!request) return
      if (request.task === 'height') setHeight(Math.min(Math.max(request.pixels ?? 0, heightMin), heightMax))
      void respond(page, request, latest.current)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [isClosed])
  if (isClosed) return <Closed isPreview={isPreview} onOpen={() => setIsClosed(false)} />
  return (
    <iframe
      ref={frame}
      className="task-frame"
      src={src}
      title={title}
      sandbox={sandbox}
      allow=""
      referrerPolicy="no-referrer"
      style={height === undefined ? undefined : { height }}
    />
  )
}

/** Sandboxed pages have no origin, so the answer goes to this window, whatever it shows. */
async function respond(page: Window, request: FrameRequest, answer: TaskFrameProps['answer']): Promise<void> {
  const { id } = request
  const tell = (said: object) => page.postMessage(JSON.stringify({ id, ...said }), '*')
  try {
    const result = await answer(request)
    tell({ result: result ?? null })
  } catch (error) {
    tell({ error: shownToPage(error) })
  }
}

const Closed = ({ isPreview, onOpen }: { readonly isPreview: boolean; readonly onOpen: () => void }) => (
  <Alert color="yellow" role="alert" title={<Trans>This page was closed</Trans>}>
    {isPreview ? (
      <Trans>It sent too many messages.</Trans>
    ) : (
      <Trans>It sent too many messages. You can open it again, skip the item, or release the reservation.</Trans>
    )}
    <Button mt="xs" display="block" size="xs" variant="default" onClick={onOpen}>
      <Trans>Open again</Trans>
    </Button>
  </Alert>
)
