import { LogOut } from 'lucide-react'
import { Button } from '#shell/ui/button.tsx'
import { Page } from '#shell/ui/page.tsx'
import { signOut } from '#shell/session.ts'
import { useUser } from '#shell/use-user.ts'
import { ProfileForm } from './profile-form.tsx'

export function SettingsPage() {
  const user = useUser()
  return (
    <Page title="Settings" width="narrow" lead="Your profile and your session.">
      <div className="grid gap-6">
        {user !== null && <ProfileForm key={user.id} user={user} />}
        <section aria-labelledby="session" className="panel flex flex-wrap items-center gap-4 p-6 sm:p-8">
          <div className="min-w-0 flex-1 basis-56">
            <h2 id="session" className="text-xl font-semibold">
              Session
            </h2>
            <p className="mt-1 text-muted">Signing out ends your session on the server, at once.</p>
          </div>
          <Button variant="secondary" onClick={() => void signOut()}>
            <LogOut aria-hidden className="size-4.5" />
            Sign out
          </Button>
        </section>
      </div>
    </Page>
  )
}
