import { profileMessages } from '#accounts/identity/messages.ts'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QrCode } from '#web/kit/layout/qr-code.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = {
  /** What the app reads from the picture. */
  readonly address: string
  /** The same to type, for who cannot scan. */
  readonly manualKey: string
  readonly onConfirmed: (answer: { readonly recoveryCodes: readonly string[] }) => Promise<void>
  readonly onCancel: () => void
}

/** The second step of setting up: the key as a picture and as text, and the first code. */
export function ConfirmCode({ address, manualKey, onConfirmed, onCancel }: Props) {
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    securityContract.confirmSecondFactor.body,
    profileMessages.failed,
    async (body) => {
      await onConfirmed(await call(securityContract.confirmSecondFactor, { body }))
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label="Confirm the code" className="grid gap-5">
      <QrCode text={address} label="QR code with the key for your authenticator app" />
      <details className="rounded-xl bg-sunken px-4 py-3">
        <summary className="font-medium">I cannot scan it</summary>
        <p className="mt-2 text-sm text-muted">Type this key into the app, as a time-based one:</p>
        <code className="mt-1 block text-sm break-all select-all">
          {manualKey.replaceAll(/.{4}(?=.)/g, '$& ')}
        </code>
      </details>
      {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
      <TextInput
        label="Six-digit code"
        required
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        className="tracking-[0.3em] tabular-nums"
        error={errors.code}
      />
      <DialogActions label="Turn on" isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
