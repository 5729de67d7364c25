import { useEffect, useState } from 'react'

const secondsBeforeLeaving = 5

type LeavingProps = {
  readonly href: string
  readonly host: string
  /** False: the buyer goes on by the link alone. */
  readonly isAutomatic: boolean
}

/** Names the host that the buyer is taken to, and leaves only after there was time to read it. */
export function Leaving({ href, host, isAutomatic }: LeavingProps) {
  const [seconds, setSeconds] = useState(isAutomatic ? secondsBeforeLeaving : null)
  useEffect(() => {
    if (seconds === null) return
    if (seconds === 0) return window.location.assign(href)
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, href])
  return (
    <div className="note">
      <p>
        {seconds === null ? 'Continue at ' : 'You are being taken to '}
        <strong className="wrap-anywhere">{host}</strong>
        {seconds !== null && <span aria-hidden="true"> in {seconds} s</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={href} className="button px-4 py-2 text-sm">
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
