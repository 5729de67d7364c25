import { Share2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { useEscape } from '#web/kit/dialog/use-escape.ts'
import { Button, iconButtonClass } from '#web/kit/layout/button.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type Props = {
  readonly form: { readonly id: string; readonly title: string }
  /** Whether the button shows its label. */
  readonly isLabeled?: boolean
}

/** Opens the share dialog, which is loaded on demand. */
export function ShareButton({ form, isLabeled = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {isLabeled ? (
        <Button variant="secondary" onClick={open}>
          <Share2 aria-hidden className="size-4.5" />
          {t('Share')}
        </Button>
      ) : (
        <CardAction label={t('Share')}>
          <button
            type="button"
            aria-label={t('Share {title}', { title: cutText(form.title, 50) })}
            className={iconButtonClass}
            onClick={open}
          >
            <Share2 aria-hidden className="size-5" />
          </button>
        </CardAction>
      )}
      {isOpen && (
        <Suspense>
          <ShareDialog form={form} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type CardActionProps = {
  readonly label: string
  readonly className?: string
  /** The button, whose name begins with the same label. */
  readonly children: ReactNode
}

/** An icon action, with its label above it on hover and focus; Escape hides the label. */
export function CardAction({ label, className = '', children }: CardActionProps) {
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
        // The button's own name includes it.
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
