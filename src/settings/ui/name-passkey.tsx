import { profileMessages } from '#identity/messages.ts'
import { securityContract, type Passkey } from '#identity/security-contract.ts'
import { useSavingForm } from '#identity/ui/use-saving-form.ts'
import { call } from '#shell/session.ts'
import { Dialog } from '#shell/ui/dialog.tsx'
import { DialogActions } from '#shell/ui/dialog-actions.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'

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
