import { profileMessages } from '#accounts/identity/messages.ts'
import { securityContract, type Passkey } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = {
  readonly passkey: Passkey
  readonly onNamed: () => Promise<void>
  readonly onClose: () => void
}

export function NamePasskey({ passkey: { id, name }, onNamed, onClose }: Props) {
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    securityContract.renamePasskey.body,
    profileMessages.failed,
    async (body) => {
      await call(securityContract.renamePasskey, { params: { id }, body })
      await onNamed()
      return false
    },
  )
  return (
    <Dialog isOpen title="Rename passkey" onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Rename passkey" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput label="Name" required name="name" maxLength={60} defaultValue={name} error={errors.name} />
        <DialogActions label="Save" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
