import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { call, signOut } from '#accounts/identity/ui/session.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { type Device, devicesOf } from './devices.ts'
import { sessionsQuery } from './queries.ts'

/** The number of devices shown before "Show all". */
const shownAtFirst = 3

export function Sessions() {
  const queries = useQueryClient()
  const query = useQuery(sessionsQuery)
  const [busy, setBusy] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isWhole, setIsWhole] = useState(false)

  async function act(name: string, work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(name)
    try {
      await work()
      toast.success(done)
      setIsAsking(false)
    } catch (failure) {
      toast.error(errorMessage(failure, profileMessages.failed()))
    }
    await queries.invalidateQueries(sessionsQuery)
    setBusy(null)
  }

  const endOthers = () => call(securityContract.endSessions, { body: { which: 'others' } })
  const end = async ({ ids }: Device) => {
    for (const id of ids) await call(securityContract.endSession, { params: { id } })
  }
  async function endAll(): Promise<void> {
    setBusy('all')
    try {
      await call(securityContract.endSessions, { body: { which: 'all' } })
    } catch (failure) {
      toast.error(errorMessage(failure, profileMessages.failed()))
      setBusy(null)
      return
    }
    await signOut()
  }

  const devices = query.data === undefined ? undefined : devicesOf(query.data.data)
  return (
    <Section
      title={t('Sessions')}
      lead={t('Devices where you are signed in. Sign out any you do not recognize.')}
      action={
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t('Sign out everywhere')}
        </Button>
      }
    >
      {devices === undefined ? (
        <NotLoaded query={query} blocks={['h-14', 'h-14']} />
      ) : (
        <ul aria-label={t('Sessions')} className="divide-y divide-line">
          {devices
            .filter((_, index) => isWhole || index < shownAtFirst)
            .map((device) => (
              <DeviceRow
                key={device.latest.id}
                device={device}
                isBusy={busy === device.latest.id}
                onEnd={() =>
                  device.latest.isThis
                    ? void signOut()
                    : void act(
                        device.latest.id,
                        () => end(device),
                        t('{device} is signed out', { device: device.latest.device }),
                      )
                }
              />
            ))}
        </ul>
      )}
      {devices !== undefined && !isWhole && devices.length > shownAtFirst && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setIsWhole(true)}>
          {t('Show all {count}', { count: devices.length })}
        </Button>
      )}
      <Dialog
        isOpen={isAsking}
        title={t('Sign out everywhere')}
        description={t('All devices will be signed out. Stay signed in on this one?')}
        onClose={() => setIsAsking(false)}
      >
        <DialogEnd>
          <Button
            variant="secondary"
            isBusy={busy === 'others'}
            isWaiting={busy !== null}
            onClick={() => void act('others', endOthers, t('All other devices are signed out'))}
          >
            {t('Stay signed in here')}
          </Button>
          <Button
            variant="danger"
            isBusy={busy === 'all'}
            isWaiting={busy !== null}
            onClick={() => void endAll()}
          >
            {t('Sign out here too')}
          </Button>
        </DialogEnd>
      </Dialog>
    </Section>
  )
}

type RowProps = { readonly device: Device; readonly isBusy: boolean; readonly onEnd: () => void }

function DeviceRow({ device: { latest, ids }, isBusy, onEnd }: RowProps) {
  const { id, device, address, lastUsedAt, isThis } = latest
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop
  return (
    <li className="flex items-start gap-x-3 py-3 first:pt-0 last:pb-0 sm:items-center">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand sm:mt-0" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isThis && <Badge tone="brand">{t('This device')}</Badge>}
          {ids.length > 1 && <Badge>{t('{count} sessions', { count: ids.length })}</Badge>}
        </p>
        <p id={`session-${id}`} className="text-sm break-words text-muted">
          {address === null
            ? rich('Last used {time}', { time: <When at={lastUsedAt} /> })
            : rich('Last used {time} from {address}', { time: <When at={lastUsedAt} />, address })}
        </p>
      </div>
      <Button
        variant="secondary"
        aria-label={isThis ? t('Sign out here') : t('Sign out {device}', { device })}
        // Similar devices differ in when and where they were used.
        aria-describedby={`session-${id}`}
        isBusy={isBusy}
        onClick={onEnd}
      >
        {t('Sign out')}
      </Button>
    </li>
  )
}
