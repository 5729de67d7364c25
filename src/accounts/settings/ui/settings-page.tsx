import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Link2, Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { User } from '#accounts/identity/contract.ts'
import { profileMessages, securityMessages } from '#accounts/identity/messages.ts'
import { ChangePassword, ChangeEmail } from '#accounts/identity/ui/change-credentials.tsx'
import { call, isSignedIn, useUser } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { InvoiceDetails } from '#accounts/invoice-details/ui/invoice-details.tsx'
import { ShopSection } from '#accounts/shop/ui/shop-section.tsx'
import { buttonClass, IconButton } from '#web/kit/layout/button.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { socialSignInName } from '#web/kit/layout/page-facts.ts'
import { useSections } from '#web/kit/layout/page-sections.ts'
import { SectionIndex } from '#web/kit/layout/section-index.tsx'
import { UnsavedForms } from '#web/kit/form/unsaved-changes.tsx'
import { SettingsSection } from '#web/kit/layout/section.tsx'
import { securityContract, type SignIn } from '#accounts/identity/security-contract.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Day } from '#web/kit/layout/when.tsx'
import { AccountData } from './account-data.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProfileForm, ProfilePhoto } from './profile.tsx'
import { signInWaysQuery } from './queries.ts'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

const isSignedOut = () => !isSignedIn()

/** One's own account. Each section saves separately. */
export function SettingsPage() {
  const user = useUser()
  if (user === null) return null
  return (
    <UnsavedForms isOver={isSignedOut}>
      <Settings user={user} />
    </UnsavedForms>
  )
}

function Settings({ user }: { readonly user: User }) {
  const ways = useQuery(signInWaysQuery)
  const maySeeSales = useMayCall()({ entity: 'sales', verb: 'read' })
  const maySeeFiles = useMayCall()({ entity: 'files', verb: 'read' })
  const maySeePolicy = useMayCall()({ entity: 'billing', verb: 'read' })
  const [search] = useSearchParams()
  const content = useRef<HTMLDivElement>(null)
  const sections = useSections(content)
  return (
    <Page title={t('Settings')} lead={t('Your profile, your shop, how you sign in, and your data.')}>
      <div className="flex flex-col gap-4 xl:grid xl:grid-cols-[9.5rem_minmax(0,1fr)] xl:gap-6">
        <SectionIndex sections={sections} />
        <div ref={content} className="grid min-w-0 gap-6 max-xl:[&_section]:scroll-mt-14">
          <SettingsSection title={t('Profile')} lead={t('Your name and photo. Buyers do not see these.')}>
            <ProfilePhoto user={user} />
            <ProfileForm key={user.id} user={user} goesToForms={search.get('then') === 'forms'} />
          </SettingsSection>
          <ShopSection />
          <InvoiceDetails />
          {maySeePolicy && (
            <LinkSection
              title={t('Payments')}
              lead={t('Payment methods, and where Apple Pay and Google Pay appear.')}
              to="/settings/payments"
              text={t('See how buyers pay')}
            />
          )}
          {maySeePolicy && (
            <LinkSection
              title={t('Withdrawal policy')}
              lead={t('The text buyers read and agree to about withdrawing from a purchase.')}
              to="/settings/policy"
              text={t('See your policy')}
            />
          )}
          {maySeeFiles && (
            <LinkSection
              title={t('Files')}
              lead={t('The files buyers download, and how often they open them.')}
              to="/settings/files"
              text={t('See your files')}
            />
          )}
          {maySeeSales && (
            <LinkSection
              title={t('Notifications')}
              lead={t(
                'Choose which sales, refunds, disputes and subscriptions you hear about, by email and on your devices.',
              )}
              to="/settings/notifications"
              text={t('Choose notifications')}
            />
          )}
          {ways.data === undefined ? (
            <NotLoaded query={ways} blocks={['h-56', 'h-40', 'h-40']} />
          ) : (
            <>
              <SettingsSection
                title={t('Email')}
                lead={t('You sign in with {email}.', { email: user.email })}
              >
                <ChangeEmail hasPassword={ways.data.hasPassword} />
              </SettingsSection>
              {ways.data.hasPassword && (
                <SettingsSection
                  title={t('Password')}
                  lead={t('Changing your password signs out your other devices.')}
                >
                  <ChangePassword email={user.email} />
                </SettingsSection>
              )}
              <SettingsSection
                title={t('Two-factor authentication')}
                lead={t(
                  'Ask for a code from your phone as well as your password, so a stolen password is not enough.',
                )}
              >
                {!user.emailVerified && <Notice tone="info">{securityMessages.confirmFirst()}</Notice>}
                <SecondFactor hasPassword={ways.data.hasPassword} state={ways.data.secondFactor} />
              </SettingsSection>
              <SettingsSection
                title={t('Passkeys')}
                lead={t(
                  'Sign in with your fingerprint, face or device PIN. There is nothing to remember and nothing to steal.',
                )}
              >
                {!user.emailVerified && <Notice tone="info">{securityMessages.confirmFirst()}</Notice>}
                <Passkeys hasPassword={ways.data.hasPassword} passkeys={ways.data.passkeys} />
              </SettingsSection>
              {(ways.data.signIns.length > 0 || socialSignInName() !== null) && (
                <SettingsSection
                  title={t('Connected sign-ins')}
                  lead={t('Other accounts you can sign in with. Disconnect any you do not recognize.')}
                >
                  <SignIns signIns={ways.data.signIns} />
                </SettingsSection>
              )}
            </>
          )}
          <SettingsSection
            title={t('Sessions')}
            lead={t('Devices where you are signed in. Sign out any you do not recognize.')}
          >
            <Sessions />
          </SettingsSection>
          {ways.data !== undefined && (
            <SettingsSection title={t('Your data')} lead={t('Export it, or erase your account.')}>
              <AccountData hasPassword={ways.data.hasPassword} />
            </SettingsSection>
          )}
        </div>
      </div>
    </Page>
  )
}

type LinkProps = Readonly<Record<'title' | 'lead' | 'to' | 'text', string>>

/** A section with its own page. */
function LinkSection({ title, lead, to, text }: LinkProps) {
  return (
    <SettingsSection title={title} lead={lead}>
      <Link to={to} className={`justify-self-start ${buttonClass('secondary')}`}>
        {text}
      </Link>
    </SettingsSection>
  )
}

/** The issuers connected to the account. */
function SignIns({ signIns }: { readonly signIns: readonly SignIn[] }) {
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<SignIn | null>(null)
  const { mutate, isPending } = useWrite({
    mutationFn: (id: string) => call(securityContract.removeSignIn, { params: { id } }),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries(signInWaysQuery)
      setRemoving(null)
      toast.success(t('{name} has been disconnected', { name }))
    },
    onError: (error) => toast.error(errorMessage(error, profileMessages.failed())),
  })
  if (signIns.length === 0) return <p className="text-muted">{t('No sign-in is connected.')}</p>
  return (
    <>
      <ul aria-label={t('Connected sign-ins')} className="divide-y divide-line">
        {signIns.map((signIn) => (
          <li key={signIn.id} className="flex items-center gap-3 py-3 first:pt-0">
            <Link2 aria-hidden className="size-5 shrink-0 text-brand" />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{signIn.name}</p>
              <p className="text-sm text-muted">
                {rich('Connected {day}', { day: <Day at={signIn.connectedAt} /> })}
              </p>
            </div>
            <IconButton
              label={t('Disconnect {name}', { name: signIn.name })}
              onClick={() => setRemoving(signIn)}
            >
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('Disconnect {name}?', { name: removing?.name ?? '' })}
        question={t('You will no longer be able to sign in with it. You can connect it again at any time.')}
        confirmLabel={t('Disconnect')}
        isDangerous
        isBusy={isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null) mutate(removing.id)
        }}
      />
    </>
  )
}
