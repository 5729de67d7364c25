import { useEffect, useRef, type ComponentType } from 'react'
import { t } from '#foundation/language/t.ts'
import { useIsFramed } from './use-is-framed.ts'
import type { LeavingProps } from './leaving.tsx'
import { webAddress } from '../details/web-address.ts'

type EndedProps = {
  readonly redirectUrl: string
  /** The component that redirects to the other page, or null until it has loaded. */
  readonly Leaving: ComponentType<LeavingProps> | null
  /** Whether the message is only a preview, which takes no focus and does not redirect. */
  readonly isStill?: boolean
}

/** Shown once a timer redirects buyers. The heading gets the focus, because the form no longer exists. */
export function Ended({ redirectUrl, Leaving, isStill = false }: EndedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isStill) heading.current?.focus()
  }, [isStill])
  const isInFrame = useIsFramed()
  const next = webAddress(redirectUrl)
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('This sale has ended')}
      </h2>
      <p className="text-muted leading-relaxed">{t('This product is no longer available here.')}</p>
      {next !== null &&
        (Leaving === null ? (
          <a href={next.href} target={isInFrame ? '_top' : '_self'} className="link">
            {next.host}
          </a>
        ) : (
          <Leaving href={next.href} host={next.host} isAutomatic={!isStill && !isInFrame} />
        ))}
    </div>
  )
}
