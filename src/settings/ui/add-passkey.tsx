import { useState } from 'react'
import { profileMessages } from '#identity/messages.ts'
import type { CreationOptions } from '#identity/passkeys/passkey-wire.ts'
import { securityContract } from '#identity/security-contract.ts'
import { PasswordInput } from '#identity/ui/password-input.tsx'
import { useSavingForm } from '#identity/ui/use-saving-form.ts'
import { call } from '#shell/session.ts'
import { Dialog } from '#shell/ui/dialog.tsx'
import { DialogActions } from '#shell/ui/dialog-actions.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'

type Props = {
  readonly hasPassword: boolean
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

const typed = securityContract.addPasskey.body
  .pick({ name: true })
  .extend(securityContract.beginPasskey.body.shape)

export function AddPasskey({ hasPassword, onAdded, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    typed,
    profileMessages.failed,
    async ({ name, password }) => {
      setProblem(undefined)
      const body = password === undefined ? {} : { password }
      const optionsJSON = await call(securityContract.beginPasskey, { body })
      const response = await create(optionsJSON)
      if (response === undefined) {
        setProblem('No passkey was made. Try again, or choose another device.')
        return false
      }
      await call(securityContract.addPasskey, { body: { name, response } })
      await onAdded()
      return false
    },
  )
  return (
    <Dialog
      isOpen
      title="Add a passkey"
      description="Your device asks you to confirm with your fingerprint, face or PIN."
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Add a passkey" className="grid gap-5">
        {(problem ?? errors.server) !== undefined && (
          <Notice tone="danger">{problem ?? errors.server}</Notice>
        )}
        <TextInput
          label="Name"
          required
          name="name"
          maxLength={60}
          hint="So that you know it again, such as the name of this device."
          error={errors.name}
        />
        {hasPassword && (
          <PasswordInput label="Your password" autoComplete="current-password" error={errors.password} />
        )}
        <DialogActions label="Continue" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Undefined when the person or the browser stopped it. */
async function create(optionsJSON: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON }).catch(() => undefined)
}
