import { useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { useEscape } from '../dialog/use-escape.ts'

type Props = {
  /** What the text is about, such as the field's label. */
  readonly about: string
  readonly text: string
}

/**
 * An info mark whose text appears on hover, focus and click, so that it also works by touch. Escape closes
 * it. It needs no library, because the sign-in page uses fields too.
 */
export function InfoTip({ about, text }: Props) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => {
    if (isOpen && tip.current !== null) shiftIntoView(tip.current)
  }, [isOpen])
  // Closes it even if only the pointer holds it open.
  useEscape(isOpen, () => setIsOpen(false))
  return (
    <span className="relative inline-flex" onPointerLeave={() => setIsOpen(false)}>
      <button
        type="button"
        aria-describedby={isOpen ? id : undefined}
        data-open={isOpen}
        className="grid size-6 place-items-center rounded-full text-muted hover:text-brand"
        onPointerEnter={() => setIsOpen(true)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
      >
        <span className="sr-only">{t('More information about {about}', { about })}</span>
        <svg
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          aria-hidden
          className="size-4.5"
        >
          <circle cx="10" cy="10" r="7.6" />
          <path d="M10 9.2v4.4M10 6.3v.1" strokeLinecap="round" />
        </svg>
      </button>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        hidden={!isOpen}
        className="absolute top-full left-1/2 z-30 mt-1 w-56 max-w-[70vw] -translate-x-1/3 animate-appear rounded-xl bg-ink px-3 py-2 text-sm text-canvas shadow-float"
      >
        {text}
      </span>
    </span>
  )
}

/** The distance of the text from the edges of its container, in pixels. */
const margin = 8

/** Moves the text next to or above its mark if it would leave the window, or the dialog that clips it. */
function shiftIntoView(tip: HTMLElement): void {
  tip.style.removeProperty('translate')
  const { clientWidth, clientHeight } = document.documentElement
  const dialog = tip.closest('[role="dialog"]')?.getBoundingClientRect()
  const { left, right, bottom, height } = tip.getBoundingClientRect()
  const lowest = Math.min(clientHeight, dialog?.bottom ?? clientHeight)
  const leftmost = Math.max(0, dialog?.left ?? 0) + margin
  const rightmost = Math.min(clientWidth, dialog?.right ?? clientWidth) - margin
  const aside = Math.max(leftmost - left, Math.min(0, rightmost - right))
  const mark = tip.parentElement?.getBoundingClientRect()
  const isAbove = mark !== undefined && bottom > lowest && mark.top - height > margin
  const up = isAbove ? mark.top - bottom - margin / 2 : 0
  // This replaces the individual transform property that the class also sets.
  tip.style.translate = `calc(-100% / 3 + ${aside}px) ${up}px`
}
