import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { securityMessages } from '#accounts/identity/messages.ts'
import type { SignIn } from '#accounts/identity/security-contract.ts'
import { ChangePassword } from '#accounts/identity/ui/change-credentials.tsx'
import { useUser } from '#accounts/identity/ui/session.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { socialSignInName } from '#web/kit/layout/page-facts.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
import { Passkeys } from './passkeys.tsx'
import { signInWaysQuery } from './queries.ts'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'

/** How a person signs in, and where they are signed in. */
export function SecurityPage() {
  const user = useUser()
  const ways = useQuery(signInWaysQuery)
  if (user === null) return null
  return (
    <SettingsPage title={t('Security')} lead={t('How you sign in, and where you are signed in.')}>
      {ways.data === undefined ? (
        <NotLoaded query={ways} blocks={['h-32', 'h-32', 'h-40']} />
      ) : (
        <>
          {!user.emailVerified && <Notice tone="info">{securityMessages.confirmFirst()}</Notice>}
          {ways.data.hasPassword && <Password email={user.email} />}
          <SecondFactor hasPassword={ways.data.hasPassword} state={ways.data.secondFactor} />
          <Passkeys hasPassword={ways.data.hasPassword} passkeys={ways.data.passkeys} />
          <ConnectedSignIns signIns={ways.data.signIns} />
        </>
      )}
      <Sessions />
    </SettingsPage>
  )
}

function Password({ email }: { readonly email: string }) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Section
      title={t('Password')}
      lead={t('Changing your password signs out your other devices.')}
      action={
        <Button variant="secondary" onClick={() => setIsChanging(true)}>
          {t('Change password')}
        </Button>
      }
    >
      {isChanging && <ChangePassword email={email} onClose={() => setIsChanging(false)} />}
    </Section>
  )
}

/** Renders nothing if there is nothing to connect. */
function ConnectedSignIns({ signIns }: { readonly signIns: readonly SignIn[] }) {
  if (signIns.length === 0 && socialSignInName() === null) return null
  return (
    <Section
      title={t('Connected sign-ins')}
      lead={t('Other accounts you can sign in with. Disconnect any you do not recognize.')}
    >
      <SignIns signIns={signIns} />
    </Section>
  )
}
