import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { profileMessages } from '../../messages.ts'
import { proof } from '../../security-contract.ts'
import { PasswordInput } from '../inputs.tsx'
import { useSavingForm } from '../use-saving-form.ts'

type Props = {
  readonly title: string
  readonly description: string
  readonly hasPassword: boolean
  readonly confirmLabel: string
  readonly isDangerous?: boolean
  /** Additional text above the password field. */
  readonly children?: ReactNode
  /** Does the work with the proof. The dialog stays open until `onClose`. */
  readonly onProved: (proved: { password: string }) => Promise<void>
  readonly onClose: () => void
}

const typed = proof.required().refine(({ password }) => password !== '', {
  path: ['password'],
  error: messages.required,
})
const nothing = proof.transform(() => ({ password: '' }))

/** Asks for the password before an action that a stolen session must not allow. */
export function ProofDialog(props: Props) {
  const {
    title,
    description,
    hasPassword,
    confirmLabel,
    isDangerous = false,
    children,
    onProved,
    onClose,
  } = props
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    hasPassword ? typed : nothing,
    profileMessages.failed(),
    async (body) => {
      await onProved(body)
      return false
    },
  )
  return (
    <Dialog isOpen title={title} description={description} onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={title} className="grid gap-5">
        {children}
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        {hasPassword && (
          <PasswordInput label={t('Your password')} autoComplete="current-password" error={errors.password} />
        )}
        <DialogEnd>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  )
}
