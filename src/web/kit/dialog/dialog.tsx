import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { iconButtonClass } from '../layout/button.tsx'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  /** Whether the dialog is a question that must be answered, so that a click outside does not close it. */
  readonly isAlert?: boolean
  readonly children: ReactNode
}

export function Dialog({ isOpen, onClose, title, description, isAlert = false, children }: Props) {
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-black/50 backdrop-blur-[2px]" />
        <Radix.Content
          role={isAlert ? 'alertdialog' : 'dialog'}
          aria-modal
          // No tabindex, because with one, the focus would move here whenever a field changes its hint on blur.
          tabIndex={undefined}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            // A question has no close button, and the focus starts at the answer that changes nothing.
            if (isAlert) return
            const first = startOf(event.currentTarget)
            if (first === null) return
            event.preventDefault()
            first.focus()
          }}
          onEscapeKeyDown={(event) => {
            // Escape first closes an open list or explanation inside the dialog.
            if (document.activeElement?.matches('[aria-expanded="true"], [data-open="true"]') === true)
              event.preventDefault()
          }}
          onFocus={({ target }) => {
            // The focus wraps around at both ends, without scrolling.
            if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
          }}
          onInteractOutside={(event) => {
            if (isAlert) event.preventDefault()
          }}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-lg -translate-y-1/2 animate-appear scroll-pb-24 overflow-y-auto rounded-3xl max-sm:scroll-pb-36 border border-line bg-surface p-6 shadow-float outline-none"
        >
          <div className="flex items-start gap-4">
            <Radix.Title tabIndex={-1} className="flex-1 rounded text-xl font-semibold outline-offset-4">
              {title}
            </Radix.Title>
            {!isAlert && (
              <Radix.Close aria-label={t('Close')} className={`-mt-1.5 -mr-2 ${iconButtonClass}`}>
                <X aria-hidden className="size-5" />
              </Radix.Close>
            )}
          </div>
          {description !== undefined && (
            <Radix.Description className="mt-2 text-pretty break-words text-muted">
              {description}
            </Radix.Description>
          )}
          <div className="mt-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * The element that first gets the focus in a dialog: its first field if there is something to fill in, or
 * else its heading.
 */
function startOf(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement)) return null
  const field = 'form :is(input:not([type="hidden"], [hidden]), select, textarea):enabled'
  return dialog.querySelector<HTMLElement>(field) ?? dialog.querySelector<HTMLElement>('h2')
}
