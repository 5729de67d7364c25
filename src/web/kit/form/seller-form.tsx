import type { ComponentProps, ReactNode, RefObject } from 'react'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'

type Props = {
  readonly label: string
  readonly form: RefObject<HTMLFormElement | null>
  readonly onSubmit: ComponentProps<'form'>['onSubmit']
  /** The reason nothing was saved, when no field is to blame. */
  readonly failure: string | undefined
  /** Without it the fields are read-only. */
  readonly mayChange: boolean
  readonly isBusy: boolean
  readonly saveLabel: string
  /** The scope of saving. */
  readonly note?: string
  readonly children: ReactNode
}

/** The frame of a form about the shop, for those who can edit and those who can view. */
export function SellerForm(props: Props) {
  const { label, form, onSubmit, failure, mayChange, isBusy, saveLabel, note, children } = props
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      aria-label={label}
      autoComplete="off"
      className="grid gap-5"
    >
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {!mayChange && <ForOwners />}
      {children}
      {mayChange && (
        <div className="grid justify-items-start gap-3">
          {note !== undefined && <p className="text-sm text-pretty text-muted">{note}</p>}
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
