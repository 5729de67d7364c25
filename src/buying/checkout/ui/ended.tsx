import { useEffect, useRef } from 'react'
import { useIsFramed } from './embedder.ts'
import { Leaving } from './leaving.tsx'
import { webAddress } from './web-address.ts'

type EndedProps = {
  readonly redirectUrl: string
  /** Takes no focus, and takes nobody away by itself. */
  readonly isStill?: boolean
}

/** What buyers see once a timer has sent them elsewhere; the heading takes the focus, since the form is gone. */
export function Ended({ redirectUrl, isStill = false }: EndedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isStill) heading.current?.focus()
  }, [isStill])
  const isInFrame = useIsFramed()
  const next = webAddress(redirectUrl)
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        The deadline has passed
      </h2>
      <p className="text-muted leading-relaxed">You can no longer buy anything here.</p>
      {next !== null && <Leaving href={next.href} host={next.host} isAutomatic={!isStill && !isInFrame} />}
    </div>
  )
}
