import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Copy, Download } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { ProofDialog } from '#accounts/identity/ui/proof/proof-dialog.tsx'
import { profileMessages } from '#accounts/identity/messages.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { QrCode } from '#web/kit/layout/qr-code.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { copyText } from '#web/kit/feedback/copy-text.tsx'
import { saveFile } from '#web/kit/browser/download.ts'
import { signInWaysQuery } from './queries.ts'

type Props = {
  readonly hasPassword: boolean
  readonly state: { readonly recoveryCodesLeft: number } | null
}

type Step =
  | { readonly kind: 'set-up' | 'renew' | 'end' }
  | { readonly kind: 'confirm'; readonly key: string; readonly address: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

export function SecondFactor({ hasPassword, state }: Props) {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  const refresh = async () => {
    await Promise.all([queries.invalidateQueries(signInWaysQuery), queries.invalidateQueries(rightsQuery)])
  }

  async function showCodes({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }): Promise<void> {
    setStep({ kind: 'codes', codes: recoveryCodes })
    await refresh()
  }

  return (
    <Section
      title={t('Two-factor authentication')}
      lead={t('Ask for a code from your phone as well as your password, so a stolen password is not enough.')}
      state={
        <Badge tone={state === null ? 'neutral' : 'success'}>{state === null ? t('Off') : t('On')}</Badge>
      }
      action={
        state === null && (
          <Button variant="secondary" onClick={() => setStep({ kind: 'set-up' })}>
            {t('Set up')}
          </Button>
        )
      }
    >
      {state !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-5">
          <p className={state.recoveryCodesLeft < 3 ? 'font-medium text-warning' : 'text-muted'}>
            {t('{left} of 10 recovery codes left', { left: state.recoveryCodesLeft })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setStep({ kind: 'renew' })}>
              {t('New recovery codes')}
            </Button>
            <Button variant="ghost" onClick={() => setStep({ kind: 'end' })}>
              {t('Turn off')}
            </Button>
          </div>
        </div>
      )}
      {step?.kind === 'set-up' && (
        <ProofDialog
          title={t('Set up two-factor authentication')}
          description={t(
            'You need an authenticator app on your phone, such as Aegis, 1Password or Google Authenticator.',
          )}
          hasPassword={hasPassword}
          confirmLabel={t('Continue')}
          onClose={close}
          onProved={async (body) => {
            setStep({ kind: 'confirm', ...(await call(securityContract.beginSecondFactor, { body })) })
          }}
        />
      )}
      {step?.kind === 'confirm' && (
        <Dialog
          isOpen
          title={t('Scan this code')}
          description={t('Scan it with your authenticator app, then type the six digits that the app shows.')}
          onClose={close}
        >
          <ConfirmCode address={step.address} manualKey={step.key} onConfirmed={showCodes} onCancel={close} />
        </Dialog>
      )}
      {step?.kind === 'codes' && (
        <Dialog
          isOpen
          isAlert
          title={t('Save your recovery codes')}
          description={t(
            'Use a code to sign in when you do not have your phone. Each code works once. You will not see them again.',
          )}
          onClose={close}
        >
          <RecoveryCodes codes={step.codes} onDone={close} />
        </Dialog>
      )}
      {step?.kind === 'renew' && (
        <ProofDialog
          title={t('New recovery codes')}
          description={t('Your current codes will no longer work.')}
          hasPassword={hasPassword}
          confirmLabel={t('Create new codes')}
          onClose={close}
          onProved={async (body) => showCodes(await call(securityContract.renewRecoveryCodes, { body }))}
        />
      )}
      {step?.kind === 'end' && (
        <ProofDialog
          title={t('Turn off two-factor authentication')}
          description={t('You will be able to sign in with your password alone.')}
          hasPassword={hasPassword}
          confirmLabel={t('Turn off')}
          isDangerous
          onClose={close}
          onProved={async (body) => {
            await call(securityContract.endSecondFactor, { body })
            await refresh()
            close()
            toast.success(t('Two-factor authentication is off'))
          }}
        />
      )}
    </Section>
  )
}

type CodeProps = {
  /** The URL in the QR code for authenticator apps. */
  readonly address: string
  /** The authenticator key as text, for people who cannot scan the QR code. */
  readonly manualKey: string
  readonly onConfirmed: (answer: { readonly recoveryCodes: readonly string[] }) => Promise<void>
  readonly onCancel: () => void
}

/**
 * The second step of setting up two-factor authentication: the key as a QR code and as text, and the field for the
 * first code.
 */
function ConfirmCode({ address, manualKey, onConfirmed, onCancel }: CodeProps) {
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    securityContract.confirmSecondFactor.body,
    profileMessages.failed(),
    async (body) => {
      await onConfirmed(await call(securityContract.confirmSecondFactor, { body }))
      return false
    },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Confirm the code')} className="grid gap-5">
      <QrCode text={address} label={t('QR code with the key for your authenticator app')} />
      <details className="rounded-xl bg-sunken px-4 py-3">
        <summary className="font-medium">{t('Enter the key instead')}</summary>
        <p className="mt-2 text-sm text-muted">{t('Enter this key in your app and choose “time-based”:')}</p>
        <code className="mt-1 block text-sm break-all select-all">
          {manualKey.replaceAll(/.{4}(?=.)/g, '$& ')}
        </code>
      </details>
      {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
      <TextInput
        label={t('Six-digit code')}
        required
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        className="tracking-[0.3em] tabular-nums"
        error={errors.code}
      />
      <DialogActions label={t('Turn on')} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

const codeMessages = () => ({
  copied: t('Recovery codes copied'),
  failed: t('The codes could not be copied. Select them, or download them.'),
})

type CodesProps = { readonly codes: readonly string[]; readonly onDone: () => void }

function RecoveryCodes({ codes, onDone }: CodesProps) {
  return (
    <div className="grid gap-5">
      <ol
        aria-label={t('Recovery codes')}
        className="grid gap-x-6 gap-y-1.5 rounded-xl bg-sunken px-5 py-4 font-mono text-sm select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => void copyText(codes.join('\n'), codeMessages(), { isOnPage: true })}
        >
          <Copy aria-hidden className="size-4.5" />
          {t('Copy')}
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(
              'tillform-recovery-codes.txt',
              new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
            )
          }
        >
          <Download aria-hidden className="size-4.5" />
          {t('Download')}
        </Button>
        <Button className="ml-auto" onClick={onDone}>
          {t('I have saved them')}
        </Button>
      </div>
    </div>
  )
}
