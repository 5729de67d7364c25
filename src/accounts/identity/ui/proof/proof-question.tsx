import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { KeyRound } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { socialSignInName } from '#web/kit/layout/page-facts.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { socialContract } from '#accounts/identity/social/contract.ts'
import { identityContract } from '../../contract.ts'
import { securityContract } from '../../security-contract.ts'
import { call, callOnce } from '../session.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { onProvedElsewhere, provedPath } from './proved-elsewhere.ts'

type Ways = z.output<(typeof securityContract)['readSignInWays']['ok']['schema']>
type Props = { readonly onAnswer: (isProved: boolean) => void }

/** Asks for the password, or for another way the person signs in. */
export function ProofQuestion({ onAnswer }: Props) {
  const [ways, setWays] = useState<Ways>()
  const fail = useEffectEvent(() => onAnswer(false))
  useEffect(() => {
    call(securityContract.readSignInWays, {}).then(setWays, () => fail())
  }, [])

  if (ways === undefined) return null
  const title = t('Confirm that it is you')
  const description = t(
    'For your security, please confirm before you continue. We will not ask again for ten minutes.',
  )
  const others = <OtherProofs ways={ways} onProved={() => onAnswer(true)} />
  if (ways.hasPassword) {
    return (
      <ProofDialog
        title={title}
        description={description}
        hasPassword
        confirmLabel={t('Confirm')}
        onClose={() => onAnswer(false)}
        onProved={async (body) => {
          await call(identityContract.prove, { body })
          onAnswer(true)
        }}
      >
        {others}
      </ProofDialog>
    )
  }
  return (
    <Dialog isOpen title={title} description={description} onClose={() => onAnswer(false)}>
      <div className="grid gap-5">
        {others}
        <DialogEnd>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('Cancel')}
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  )
}

type WaysProps = {
  readonly ways: { readonly passkeys: readonly unknown[]; readonly signIns: readonly unknown[] }
  readonly onProved: () => void
}

/** The proofs of identity that need no password: a passkey, or the issuer in its own window. */
function OtherProofs({ ways, onProved }: WaysProps) {
  const issuer = socialSignInName()
  const [busy, setBusy] = useState<'passkey' | 'issuer' | null>(null)
  const [note, setNote] = useState<{ readonly tone: 'info' | 'danger'; readonly text: string }>()
  const once = useOnce()
  const proved = useEffectEvent(onProved)
  useEffect(() => onProvedElsewhere(() => proved()), [])

  async function attempt(way: 'passkey' | 'issuer', work: () => Promise<void>): Promise<void> {
    setBusy(way)
    setNote(undefined)
    try {
      await work()
    } catch (error) {
      setNote({ tone: 'danger', text: errorMessage(error, profileMessages.failed()) })
    }
    setBusy(null)
  }

  async function usePasskey(): Promise<void> {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const optionsJSON = await callOnce(identityContract.passkeyOptions, {})
    const response = await startAuthentication({ optionsJSON }).catch(() => undefined)
    if (response === undefined) {
      setNote({ tone: 'danger', text: t('No passkey was used. Try again.') })
      return
    }
    await callOnce(securityContract.proveByPasskey, { body: { response } })
    onProved()
  }

  async function visitIssuer(): Promise<void> {
    // The click itself must open the window, or browsers block it as an unwanted pop-up.
    const opened = window.open('about:blank', '_blank', 'width=520,height=680')
    const { url } = await callOnce(socialContract.startSocialSignIn, { body: { to: provedPath } }).catch(
      (error: unknown) => {
        opened?.close()
        throw error
      },
    )
    if (opened === null) {
      setNote({ tone: 'danger', text: t('Your browser blocked the window. Allow pop-ups and try again.') })
      return
    }
    opened.location.href = url
    setNote({ tone: 'info', text: t('Sign in there, then come back. Your input is kept.') })
  }

  const hasPasskey = ways.passkeys.length > 0 && 'PublicKeyCredential' in window
  const hasIssuer = ways.signIns.length > 0 && issuer !== null
  if (!hasPasskey && !hasIssuer) return null
  return (
    <div className="grid gap-3">
      {hasPasskey && (
        <Button
          variant="secondary"
          isBusy={busy === 'passkey'}
          isWaiting={busy !== null}
          onClick={() => void once(() => attempt('passkey', usePasskey))}
        >
          <KeyRound aria-hidden className="size-5" />
          {t('Use a passkey')}
        </Button>
      )}
      {hasIssuer && (
        <Button
          variant="secondary"
          isBusy={busy === 'issuer'}
          isWaiting={busy !== null}
          onClick={() => void once(() => attempt('issuer', visitIssuer))}
        >
          {t('Sign in with {issuer} again', { issuer })}
        </Button>
      )}
      <div role="status">{note !== undefined && <Notice tone={note.tone}>{note.text}</Notice>}</div>
    </div>
  )
}
