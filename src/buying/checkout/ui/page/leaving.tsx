import { useEffect, useRef, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { postToEmbedder } from './embedder.ts'
import { useIsFramed } from './use-is-framed.ts'

const secondsBeforeLeaving = 5
/** How long the page around the frame has to redirect before the frame tries it itself. */
const patienceMs = 3000

export type LeavingProps = {
  readonly href: string
  readonly host: string
  /** Whether the redirect is automatic. If not, the buyer follows the link. */
  readonly isAutomatic: boolean
}

/**
 * Shows the host that the buyer is redirected to, and redirects only once there was time to read it. In a
 * frame the whole window is redirected, because few pages allow framing. The page around the frame is asked
 * to do it, because browsers let a frame do it only within moments of the buyer's last click. An older script
 * on that page does not support this.
 */
export function Leaving({ href, host, isAutomatic }: LeavingProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const target = useIsFramed() ? '_top' : '_self'
  const [seconds, setSeconds] = useState(isAutomatic ? secondsBeforeLeaving : null)
  useEffect(() => {
    if (seconds === null) return
    const isOver = seconds === 0
    const wait = !isOver ? 1000 : postToEmbedder({ leavesFor: href }) ? patienceMs : 0
    const timeout = setTimeout(() => (isOver ? link.current?.click() : setSeconds(seconds - 1)), wait)
    return () => clearTimeout(timeout)
  }, [seconds, href])
  const shownHost = <strong className="wrap-anywhere">{host}</strong>
  return (
    <div className="note">
      <p>
        {seconds === null
          ? rich('Continue at {host}', { host: shownHost })
          : rich('Taking you to {host}<wait> in {seconds} s</wait>', {
              host: shownHost,
              seconds,
              wait: <span aria-hidden="true" />,
            })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a ref={link} href={href} target={target} className="button px-4 py-2 text-sm">
          {t('Go now')}
        </a>
        {seconds !== null && (
          <button type="button" onClick={() => setSeconds(null)} className="button-quiet px-4 py-2 text-sm">
            {t('Stay here')}
          </button>
        )}
      </div>
    </div>
  )
}
