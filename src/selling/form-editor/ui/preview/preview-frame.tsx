import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { previewPath, type PreviewMessage } from '#buying/checkout/page/preview-message.ts'

export type Device = 'phone' | 'desktop'

/** How wide the shown page is, in its own pixels. */
const widths = { phone: 390, desktop: 1280 } as const satisfies Record<Device, number>

/** What the frame may do: run the page. It opens no window, sends no form, and takes nobody elsewhere. */
const frameRights = 'allow-scripts allow-same-origin'

type Props = { readonly message: PreviewMessage; readonly device: Device }

/** The payment page in a frame, scaled to the room there is; it follows every message. */
export function PreviewFrame({ message, device }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(message)
  const room = useRoom(place)
  const send = () => frame.current?.contentWindow?.postMessage(latest.current, window.location.origin)
  useLayoutEffect(() => {
    latest.current = message
    send()
  }, [message])
  const width = widths[device]
  const scale = Math.min(1, room.width / width)
  return (
    <div
      ref={place}
      className="relative min-h-0 flex-1 overflow-hidden rounded-2xl border border-line bg-sunken"
    >
      <iframe
        ref={frame}
        src={previewPath}
        title="Preview of the payment page"
        sandbox={frameRights}
        onLoad={send}
        className="absolute top-0 left-0 origin-top-left bg-white dark:bg-black"
        style={{
          width,
          height: scale === 0 ? 0 : room.height / scale,
          transform: `translateX(${(room.width - width * scale) / 2}px) scale(${scale})`,
        }}
      />
    </div>
  )
}

/** The size of an element, as it changes. */
function useRoom(place: { readonly current: HTMLElement | null }) {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = place
    if (current === null) return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [place])
  return room
}
