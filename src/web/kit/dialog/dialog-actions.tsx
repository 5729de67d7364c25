import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { Button } from '../layout/button.tsx'

type Props = {
  readonly label: string
  /** Whether the action takes something away from someone. */
  readonly isDangerous?: boolean
  readonly isBusy: boolean
  readonly onCancel: () => void
}

/** The buttons at the end of a form in a dialog. */
export function DialogActions({ label, isDangerous = false, isBusy, onCancel }: Props) {
  return (
    <DialogEnd>
      <Button variant="secondary" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy}>
        {label}
      </Button>
    </DialogEnd>
  )
}

/**
 * The buttons of a dialog. They stay visible even if it is taller than the screen, unless that leaves no room
 * for its content.
 */
export function DialogEnd({ children }: { readonly children: ReactNode }) {
  return (
    <div className="-bottom-6 z-10 -mx-6 -mb-6 flex flex-col-reverse gap-3 bg-surface px-6 pt-3 pb-6 shadow-[0_-0.5rem_0.75rem_var(--color-surface)] sm:flex-row [@media(min-height:32rem)]:sticky sm:justify-end">
      {children}
    </div>
  )
}
