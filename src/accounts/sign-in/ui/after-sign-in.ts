import type { z } from 'zod'
import { onboardingContract } from '#accounts/onboarding/contract.ts'
import { runsPlatformOnly } from '#accounts/onboarding/runs-platform-only.ts'
import type { Session } from '#accounts/identity/contract.ts'
import { call, storeSession } from '#accounts/identity/ui/session.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { ownPath } from '#web/kit/browser/own-path.ts'
import { useCheckedForm } from '#accounts/identity/ui/checked-form.ts'

/**
 * Saves the session and leaves the sign-in page, which it replaces in the history. It opens Stripe's onboarding if that
 * is incomplete, otherwise the requested page or the forms. People who only run the platform go to its pages. If the
 * server does not respond, the app's own checks decide.
 */
export async function continueAfterSignIn(
  session: Session,
  wanted = new URLSearchParams(window.location.search).get('to'),
): Promise<void> {
  storeSession(session)
  if (wanted === '/login/social') {
    window.location.replace(wanted)
    return
  }
  const { status, redirect_url: link } = await call(onboardingContract.checkAccountBoarding, {}).catch(
    () => ({ status: 'unknown' as const, redirect_url: null }),
  )
  if (runsPlatformOnly(session.user, status)) {
    window.location.replace(ownPath(wanted, window.location.origin, '/admin/sellers'))
    return
  }
  // A person who is accepting an invitation may be about to leave their own shop, which is not set up yet.
  const isInvited = wanted?.startsWith('/invitation#') ?? false
  const goesToProvider = !isInvited && status === 'uncompleted' && link !== null && isWebAddress(link)
  window.location.replace(goesToProvider ? link : ownPath(wanted, window.location.origin))
}

/** Runs a form that signs in: checks the values, sends them, then leaves. */
export function useIdentityForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (body: z.output<Schema>) => Promise<Session>,
) {
  return useCheckedForm(schema, async (body) => {
    await continueAfterSignIn(await send(body))
    return true
  })
}
