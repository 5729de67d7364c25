import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { identityContract } from '#accounts/identity/contract.ts'
import { identityMessages } from '#accounts/identity/errors.ts'
import { callOnce } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { continueAfterSignIn } from './after-sign-in.ts'

/** Signs in with a passkey; a browser that knows none shows nothing. */
export function PasskeyButton() {
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const [problem, setProblem] = useState<string>()
  if (!('PublicKeyCredential' in window)) return null

  async function signIn(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const optionsJSON = await callOnce(identityContract.passkeyOptions, {})
      const response = await startAuthentication({ optionsJSON }).catch(() => undefined)
      if (response !== undefined) {
        await continueAfterSignIn(await callOnce(identityContract.signInWithPasskey, { body: { response } }))
        return
      }
      setProblem('No passkey was used. Try again, or sign in with your password.')
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : identityMessages.other.message)
    }
    setIsBusy(false)
  }

  return (
    <div className="mt-6 grid gap-3">
      <Button variant="secondary" isBusy={isBusy} className="w-full" onClick={() => void once(signIn)}>
        <KeyRound aria-hidden className="size-5" />
        Sign in with a passkey
      </Button>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </div>
  )
}
