import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { ConfirmCode } from './confirm-code.tsx'
import { ProofDialog } from '#accounts/identity/ui/proof/proof-dialog.tsx'
import { signInWaysQuery } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

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
    <>
      {state === null ? (
        <div className="flex flex-wrap items-center gap-4">
          <Badge>Off</Badge>
          <Button onClick={() => setStep({ kind: 'set-up' })}>Set up</Button>
        </div>
      ) : (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone="success">On</Badge>
            <span className={state.recoveryCodesLeft < 3 ? 'font-medium text-warning' : 'text-muted'}>
              {state.recoveryCodesLeft} of 10 recovery codes left
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setStep({ kind: 'renew' })}>
              New recovery codes
            </Button>
            <Button variant="ghost" onClick={() => setStep({ kind: 'end' })}>
              Turn off
            </Button>
          </div>
        </div>
      )}
      {step?.kind === 'set-up' && (
        <ProofDialog
          title="Set up two-factor authentication"
          description="You need an authenticator app on your phone, such as Aegis, 1Password or Google Authenticator."
          hasPassword={hasPassword}
          confirmLabel="Continue"
          onClose={close}
          onProved={async (body) => {
            setStep({ kind: 'confirm', ...(await call(securityContract.beginSecondFactor, { body })) })
          }}
        />
      )}
      {step?.kind === 'confirm' && (
        <Dialog
          isOpen
          title="Scan this code"
          description="Scan it with your authenticator app, then type the six digits that the app shows."
          onClose={close}
        >
          <ConfirmCode address={step.address} manualKey={step.key} onConfirmed={showCodes} onCancel={close} />
        </Dialog>
      )}
      {step?.kind === 'codes' && (
        <Dialog
          isOpen
          isAlert
          title="Save your recovery codes"
          description="Each of them signs you in once when your phone is out of reach. They are not shown again."
          onClose={close}
        >
          <RecoveryCodes codes={step.codes} onDone={close} />
        </Dialog>
      )}
      {step?.kind === 'renew' && (
        <ProofDialog
          title="New recovery codes"
          description="Your current codes will no longer work."
          hasPassword={hasPassword}
          confirmLabel="Create new codes"
          onClose={close}
          onProved={async (body) => showCodes(await call(securityContract.renewRecoveryCodes, { body }))}
        />
      )}
      {step?.kind === 'end' && (
        <ProofDialog
          title="Turn off two-factor authentication"
          description="Your password alone will then open your account."
          hasPassword={hasPassword}
          confirmLabel="Turn off"
          isDangerous
          onClose={close}
          onProved={async (body) => {
            await call(securityContract.endSecondFactor, { body })
            await refresh()
            close()
            toast.success('Two-factor authentication is off')
          }}
        />
      )}
    </>
  )
}
