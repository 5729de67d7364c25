import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { call, clearSession } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { saveFile } from '#web/kit/browser/download.ts'
import { ProofDialog } from '#accounts/identity/ui/proof/proof-dialog.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { settingsContract } from '../contract.ts'
import { signInWaysQuery } from './queries.ts'

export function ExportAccount() {
  const [isExporting, setIsExporting] = useState(false)

  async function exportData(): Promise<void> {
    setIsExporting(true)
    try {
      const data = await call(settingsContract.exportAccount, {})
      const name = `tillform-${data.exportedAt.slice(0, 10)}.json`
      saveFile(name, new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }))
    } catch (error) {
      toast.error(errorMessage(error, profileMessages.failed()))
    }
    setIsExporting(false)
  }

  return (
    <Section
      title={t('Export')}
      lead={t(
        'Download a JSON file with your profile, settings, forms, bumps, offers, taxes, coupons, customer notes and sales totals.',
      )}
      action={
        <Button variant="secondary" isBusy={isExporting} onClick={() => void exportData()}>
          {t('Export my data')}
        </Button>
      }
    />
  )
}

export function EraseAccount() {
  const query = useQuery(signInWaysQuery)
  const { data: ways } = query
  const [isErasing, setIsErasing] = useState(false)
  return (
    <Section
      title={t('Erase account')}
      lead={t('Permanently erase your account. This cannot be undone.')}
      action={
        <Button variant="danger-outline" isWaiting={ways === undefined} onClick={() => setIsErasing(true)}>
          {t('Erase my account')}
        </Button>
      }
    >
      {query.error !== null && <NotLoaded query={query} blocks={[]} />}
      {isErasing && ways !== undefined && (
        <ProofDialog
          title={t('Erase my account')}
          description={t('This cannot be undone, not even by us.')}
          hasPassword={ways.hasPassword}
          confirmLabel={t('Erase permanently')}
          isDangerous
          onClose={() => setIsErasing(false)}
          onProved={async (body) => {
            await call(settingsContract.eraseAccount, { body })
            clearSession()
          }}
        >
          <dl className="grid gap-3 rounded-xl bg-sunken px-4 py-3 text-sm">
            <div>
              <dt className="font-medium">{t('Erased')}</dt>
              <dd className="text-pretty text-muted">
                {t(
                  'Your name, email, photo, password, passkeys and sessions. If you are the only person in your shop, its forms stop accepting payments, and their pages say that they are no longer available. Cancel your buyers’ subscriptions and decide on their withdrawals first.',
                )}
              </dd>
            </div>
            <div>
              <dt className="font-medium">{t('Kept, as the law requires')}</dt>
              <dd className="text-pretty text-muted">
                {t(
                  'Purchases, refunds and receipts. Buyers can still download what they bought. Your balance, payouts and disputes at Stripe are not affected. Respond to open disputes there.',
                )}
              </dd>
            </div>
          </dl>
        </ProofDialog>
      )}
    </Section>
  )
}
