import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, iconButtonClass } from '#web/kit/layout/button.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import { CardAction } from '../card-action.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type Props = {
  readonly form: { readonly id: string; readonly title: string }
  /** A button with its word, where there is room for it. */
  readonly isLabeled?: boolean
}

/** Opens all the ways to share a form, which are loaded only then. */
export function ShareButton({ form, isLabeled = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {isLabeled ? (
        <Button variant="secondary" onClick={open}>
          <Share2 aria-hidden className="size-4.5" />
          Share
        </Button>
      ) : (
        <CardAction label="Share">
          <button
            type="button"
            aria-label={`Share ${cutText(form.title, 50)}`}
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
