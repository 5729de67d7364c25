import { useEffect, useRef, useState } from 'react'
import { useIsFramed } from './embedder.ts'

const secondsBeforeLeaving = 5

type LeavingProps = {
  readonly href: string
  readonly host: string
  /** False: the buyer goes on by the link alone. */
  readonly isAutomatic: boolean
}

/**
 * Names the host that the buyer is taken to, and leaves only after there was time to read it. Inside of another page it
 * is the whole window that leaves: few pages may be framed by any other.
 */
export function Leaving({ href, host, isAutomatic }: LeavingProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const target = useIsFramed() ? '_top' : '_self'
  const [seconds, setSeconds] = useState(isAutomatic ? secondsBeforeLeaving : null)
  useEffect(() => {
    if (seconds === null) return
    if (seconds === 0) return link.current?.click()
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return (
    <div className="note">
      <p>
        {seconds === null ? 'Continue at ' : 'You are being taken to '}
        <strong className="wrap-anywhere">{host}</strong>
        {seconds !== null && <span aria-hidden="true"> in {seconds} s</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a ref={link} href={href} target={target} className="button px-4 py-2 text-sm">
          Go now
        </a>
        {seconds !== null && (
          <button type="button" onClick={() => setSeconds(null)} className="button-quiet px-4 py-2 text-sm">
            Stay here
          </button>
        )}
      </div>
    </div>
  )
}
