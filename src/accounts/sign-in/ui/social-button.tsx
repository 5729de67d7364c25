import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { socialContract } from '#accounts/identity/social/contract.ts'
import { callOnce } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { useOnce } from '#web/kit/browser/once.ts'
import { socialSignInName } from '#web/kit/layout/page-facts.ts'

type Props = {
  /** The page to continue to. If unset, the page's URL decides. */
  readonly to?: string
}

/** The button for signing in through an issuer. Renders nothing if none is configured. */
export function SocialButton({ to }: Props) {
  const name = socialSignInName()
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const [problem, setProblem] = useState<string>()
  if (name === null) return null

  async function leave(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const wanted = to ?? new URLSearchParams(window.location.search).get('to')
      const { url } = await callOnce(socialContract.startSocialSignIn, { body: { to: wanted } })
      window.location.assign(url)
    } catch (error) {
      setProblem(errorMessage(error, t('{name} cannot be reached right now. Try again.', { name })))
      setIsBusy(false)
    }
  }

  return (
    <div className="mb-6 grid gap-6">
      <div className="grid gap-1.5">
        <Button variant="secondary" isBusy={isBusy} className="w-full" onClick={() => void once(leave)}>
          {t('Continue with {name}', { name })}
        </Button>
        <div role="alert">
          <FieldError message={problem} />
        </div>
      </div>
      <p aria-hidden className="flex items-center gap-3 text-sm text-muted">
        <span className="h-px flex-1 bg-line" />
        {t('or by email')}
        <span className="h-px flex-1 bg-line" />
      </p>
    </div>
  )
}
