import { useState, type ReactNode } from 'react'
import { useEscape } from '#web/kit/dialog/use-escape.ts'

type Props = {
  readonly label: string
  readonly className?: string
  /** What is pressed: its name begins with the same label. */
  readonly children: ReactNode
}

/** An action of one picture, with its label above it on hover and on focus; Escape closes the label. */
export function CardAction({ label, className = '', children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  useEscape(isOpen, () => setIsOpen(false))
  return (
    <span
      className={`group/action relative ${className}`}
      onPointerEnter={(event) => setIsOpen(event.pointerType !== 'touch')}
      onPointerLeave={() => setIsOpen(false)}
      onFocus={({ target }) => setIsOpen(target.matches(':focus-visible'))}
      onBlur={() => setIsOpen(false)}
    >
      {children}
      {isOpen && (
        // It is the name of what is pressed, which is told already.
        <span
          aria-hidden
          className="absolute bottom-full left-1/2 z-10 -translate-x-1/2 animate-appear rounded-lg bg-ink px-2 py-1 text-xs whitespace-nowrap text-canvas shadow-float group-first/action:left-0 group-first/action:translate-x-0 group-last/action:right-0 group-last/action:left-auto group-last/action:translate-x-0"
        >
          {label}
        </span>
      )}
    </span>
  )
}
