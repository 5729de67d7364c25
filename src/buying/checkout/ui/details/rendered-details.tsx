import { useEffect, useRef } from 'react'
import { detailsLook } from './details-look.ts'

/** It is never put there: what the server has rendered stands there already. */
const asRendered = { __html: '' }

/**
 * What the buyer gets as the server has rendered it: it is left as it stands, so that the page comes without what makes it.
 * Pressing its one button plays the video; `onPlay` stays the same.
 */
export function RenderedDetails({ onPlay }: { readonly onPlay: () => void }) {
  const details = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = details
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button') !== null) onPlay()
    }
    current?.addEventListener('click', press)
    return () => current?.removeEventListener('click', press)
  }, [onPlay])
  return (
    <article
      ref={details}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- nothing is ever set by it
      dangerouslySetInnerHTML={asRendered}
      className={detailsLook}
    />
  )
}
