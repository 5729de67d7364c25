import { useState } from 'react'
import { profileMessages } from '#accounts/identity/messages.ts'
import type { CreationOptions } from '#accounts/identity/passkeys/passkey-wire.ts'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { PasswordInput } from '#accounts/identity/ui/password-input.tsx'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'

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
        setProblem('No passkey was created. Try again, or choose another device.')
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
          hint="So that you recognize it, such as the name of this device."
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
