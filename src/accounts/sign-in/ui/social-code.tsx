import { z } from 'zod'
import { socialContract, type SocialProfile } from '#accounts/identity/social/contract.ts'
import { CodeInput } from '#accounts/identity/ui/code-input.tsx'
import { EntrancePage } from '#accounts/identity/ui/entrance-page.tsx'
import { callOnce } from '#accounts/identity/ui/session.ts'
import { useCheckedForm } from '#accounts/identity/ui/use-checked-form.ts'
import { requiredText } from '#foundation/http/input/fields.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { continueAfterSignIn } from './after-sign-in.ts'

const withCode = z.object({ code: requiredText(64) })

/** The second factor of somebody whom the issuer has asked for one factor only, as far as it says. */
export function SocialCode({ profile: { to } }: { readonly profile: SocialProfile }) {
  const { form, errors, isBusy, onSubmit } = useCheckedForm(withCode, async (body) => {
    await continueAfterSignIn(await callOnce(socialContract.finishSocialSignIn, { body }), to)
    return true
  })
  return (
    <EntrancePage
      title="One more step"
      lead="Enter the code from your authenticator app, or one of your recovery codes."
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Sign in" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <CodeInput error={errors.code} />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Continue
        </Button>
        <a href="/login" className={`${buttonClass('ghost')} w-full`}>
          Start over
        </a>
      </form>
    </EntrancePage>
  )
}
