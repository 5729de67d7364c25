import { encode } from 'uqr'
import { securityContract } from '#identity/security-contract.ts'
import { useCheckedForm } from '#identity/ui/use-checked-form.ts'
import { call } from '#shell/session.ts'
import { DialogActions } from '#shell/ui/dialog-actions.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'

type Props = {
  /** What the app reads from the picture. */
  readonly address: string
  /** The same to type, for who can't scan. */
  readonly manualKey: string
  readonly onConfirmed: (answer: { readonly recoveryCodes: readonly string[] }) => Promise<void>
  readonly onCancel: () => void
}

/** The second step of setting up: the key as a picture and as text, and the first code. */
export function ConfirmCode({ address, manualKey, onConfirmed, onCancel }: Props) {
  const { form, errors, isBusy, onSubmit } = useCheckedForm(
    securityContract.confirmSecondFactor.body,
    async (body) => {
      await onConfirmed(await call(securityContract.confirmSecondFactor, { body }))
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label="Confirm the code" className="grid gap-5">
      <QrCode text={address} />
      <details className="rounded-xl bg-sunken px-4 py-3">
        <summary className="font-medium">I can't scan it</summary>
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

/** Dark on light in every theme, because scanners want it so. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label="QR code with the key for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-52 rounded-xl border border-line bg-white"
    >
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
