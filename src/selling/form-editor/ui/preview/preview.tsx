import { Maximize2, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import { useMedia } from '#web/kit/browser/use-media.ts'
import { PreviewPane } from './preview-pane.tsx'

type Props = {
  /** The large one, above the editor. */
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The payment page as it is being made: beside the fields where there is room, and above them when it is asked for. */
export function Preview({ isOpen, onOpenChange }: Props) {
  const isWide = useMedia('(min-width: 64rem)')
  const enlarge = useRef<HTMLButtonElement>(null)
  return (
    <>
      {isWide && !isOpen && (
        <aside aria-label="Preview" className="sticky top-20 h-[calc(100dvh-8rem)] self-start">
          <PreviewPane name="beside" firstDevice="phone">
            <IconButton ref={enlarge} label="Enlarge the preview" onClick={() => onOpenChange(true)}>
              <Maximize2 aria-hidden className="size-5" />
            </IconButton>
          </PreviewPane>
        </aside>
      )}
      <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-black/50 backdrop-blur-[2px]" />
          <Dialog.Content
            aria-modal
            tabIndex={undefined}
            // It was away while the large one was open.
            onCloseAutoFocus={() => enlarge.current?.focus()}
            aria-describedby={undefined}
            className="fixed inset-x-0 top-8 bottom-0 z-50 mx-auto max-w-7xl animate-rise rounded-t-3xl border border-line bg-surface p-4 shadow-float outline-none sm:inset-6 sm:rounded-3xl sm:p-5"
          >
            <Dialog.Title className="sr-only">Preview of the payment page</Dialog.Title>
            <PreviewPane name="above" firstDevice={isWide ? 'desktop' : 'phone'}>
              <Dialog.Close aria-label="Close" className={iconButtonClass}>
                <X aria-hidden className="size-5" />
              </Dialog.Close>
            </PreviewPane>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}
