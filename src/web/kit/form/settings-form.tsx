import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { WaitingNote } from './save-bar.tsx'
import { useDiscard } from './unsaved-changes.tsx'

type Props = {
  readonly label: string
  readonly form?: RefObject<HTMLFormElement | null>
  readonly onSubmit: ComponentProps<'form'>['onSubmit']
  /** The form's errors. `server` is the reason why nothing was saved, if no field caused it. */
  readonly errors?: Readonly<Record<string, string | undefined>>
  /** Whether the person can change the form. If not, its fields are read-only. */
  readonly mayChange?: boolean
  /** Whether there is something to save. If not, there is no button. */
  readonly isDirty: boolean
  /** Whether there is something typed to discard. By default, whether there is something to save. */
  readonly canDiscard?: boolean
  readonly isBusy: boolean
  /** The uploads that must finish before saving, or null. */
  readonly waitedFor?: readonly string[] | null
  readonly saveLabel: string
  readonly children: ReactNode
}

/**
 * The only form on a settings page, for people who can edit it and those who can only view it. Takes the
 * result of `useSavingForm` as its props.
 */
export function SettingsForm(props: Props) {
  const { label, form, onSubmit, errors, mayChange = true, waitedFor = null } = props
  const { isDirty, canDiscard = isDirty, isBusy, saveLabel, children } = props
  const discard = useDiscard()
  const isIdle = !isDirty && !isBusy
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      aria-label={label}
      autoComplete="off"
      className="grid grid-cols-1 gap-6"
    >
      {errors?.['server'] !== undefined && <Notice tone="danger">{errors['server']}</Notice>}
      {!mayChange && <ForOwners />}
      {children}
      {mayChange && isIdle && (
        <p className="-mt-3 flex items-center justify-end gap-1.5 px-1 text-sm text-muted">
          <Check aria-hidden className="size-4 text-success" />
          {t('All changes saved')}
        </p>
      )}
      {mayChange && !isIdle && (
        <div className="panel sticky bottom-4 z-10 flex animate-rise flex-wrap items-center justify-end gap-x-3 gap-y-2 px-5 py-3 shadow-float sm:px-7 low:static">
          <span className={waitedFor === null ? 'mr-auto min-w-0 text-muted' : 'sr-only'}>
            {canDiscard || isBusy ? t('Unsaved changes') : t('Not saved yet')}
          </span>
          <WaitingNote waitedFor={waitedFor} />
          {canDiscard && discard !== null && (
            <Button variant="ghost" isWaiting={isBusy} onClick={discard}>
              {t('Discard')}
            </Button>
          )}
          <Button type="submit" isBusy={isBusy}>
            {saveLabel}
          </Button>
        </div>
      )}
    </form>
  )
}

export function ForOwners() {
  return (
    <Notice tone="info">
      {t('Only the shop owner or a member who manages its billing can change this.')}
    </Notice>
  )
}
