import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import type { NotificationSettings } from '#selling/notifications/settings-contract.ts'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { dropPush, pushScope } from '#web/kit/browser/drop-push.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { kindsOpenTo } from '../kinds.ts'
import { pushContract, type PushDevice } from '../push/contract.ts'

const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => call(pushContract.readPush, { signal }),
})

/** Push notifications on this device. Hidden if the server has no keys for them. */
export function PushSection() {
  const query = useQuery(pushQuery)
  const { data } = query
  if (data?.publicKey === null) return null
  return (
    <Section
      title={t('On this device')}
      lead={t('Browser notifications, even when Tillform is closed. You need to stay signed in.')}
    >
      {data === undefined ? (
        <NotLoaded query={query} label={t('Loading this device’s notifications')} blocks={['h-24']} />
      ) : canTakePush() ? (
        <DeviceForm
          key={thisDevice(data.devices)?.createdAt ?? 'off'}
          publicKey={data.publicKey}
          device={thisDevice(data.devices)}
          usual={data.usualKinds}
        />
      ) : (
        <p className="text-pretty text-muted">
          {t(
            'This browser cannot show notifications. On an iPhone or iPad, add Tillform to your home screen first: Share, then Add to Home Screen.',
          )}
        </p>
      )}
    </Section>
  )
}

type Props = {
  readonly publicKey: string
  /** Null while push is off on this device. */
  readonly device: PushDevice | null
  readonly usual: PushDevice['kinds']
}

function DeviceForm({ publicKey, device, usual }: Props) {
  const mayCall = useMayCall()
  const queries = useQueryClient()
  const [kinds, setKinds] = useState(device?.kinds ?? usual)
  const [showsBuyer, setShowsBuyer] = useState(device?.showsBuyer ?? false)
  const refresh = () => queries.invalidateQueries({ queryKey: pushQuery.queryKey })
  const fail = (error: Error) =>
    toast.error(
      error instanceof NotReachable
        ? error.message
        : errorMessage(error, t('Your choice could not be saved. Try again.')),
    )
  const save = useWrite({
    mutationFn: async () => {
      const reached = await reachThisDevice(publicKey)
      return call(pushContract.saveDevice, { body: { ...reached, kinds, showsBuyer } })
    },
    onSuccess: async ({ id }) => {
      saveThisDevice(id)
      toast.success(device === null ? t('Notifications turned on') : t('Notifications saved'))
      await refresh()
    },
    onError: fail,
  })
  const stop = useWrite({
    mutationFn: async (id: string) => {
      await call(pushContract.removeDevice, { params: { id } })
      await leaveThisDevice()
    },
    onSuccess: async () => {
      toast.success(t('Notifications turned off'))
      await refresh()
    },
    onError: fail,
  })
  return (
    <form
      noValidate
      aria-label={t('Notifications on this device')}
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">{t('Notifications')}</legend>
        {kindsOpenTo(mayCall(payoutsContract.listPayouts)).map((kind) => (
          <CheckRow
            key={kind}
            label={say(kindWords[kind][0])}
            hint={say(kindWords[kind][1])}
            checked={kinds.includes(kind)}
            onChange={() =>
              setKinds(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind])
            }
          />
        ))}
      </fieldset>
      <SwitchRow
        label={t('Show buyers’ names')}
        hint={t(
          'When off, notifications show the product and amount but not the buyer’s name. Others might see your screen.',
        )}
        checked={showsBuyer}
        onChange={() => setShowsBuyer(!showsBuyer)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={save.isPending} isWaiting={stop.isPending}>
          {device === null ? t('Turn on') : t('Save')}
        </Button>
        {device !== null && (
          <Button
            variant="secondary"
            isBusy={stop.isPending}
            isWaiting={save.isPending}
            onClick={() => stop.mutate(device.id)}
          >
            {t('Turn off')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The key under which this browser stores its id on the server. */
const stored = 'pushDevice'

/** Whether this browser supports push. */
function canTakePush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** This browser among a member's devices, or null if it is not one of them or has unsubscribed. */
function thisDevice(devices: readonly PushDevice[]): PushDevice | null {
  if (!canTakePush() || Notification.permission !== 'granted') return null
  return devices.find(({ id }) => id === localStorage.getItem(stored)) ?? null
}

function saveThisDevice(id: string): void {
  localStorage.setItem(stored, id)
}

/** The reason a browser could not subscribe, in words for the member. */
class NotReachable extends Error {}

/** Asks for permission and subscribes the browser. Returns its endpoint and keys. */
async function reachThisDevice(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new NotReachable(
      t('Your browser does not allow notifications for this site. Allow them in its settings.'),
    )
  const worker = await navigator.serviceWorker.getRegistration(pushScope)
  if (worker === undefined)
    throw new NotReachable(t('This browser is not ready. Reload the page and try again.'))
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await worker.pushManager.subscribe(options).catch(() => {
    throw new NotReachable(
      t('Your browser could not connect to its push service. Private windows do not support notifications.'),
    )
  })
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** Unsubscribes the browser, even if the server still lists it. */
async function leaveThisDevice(): Promise<void> {
  localStorage.removeItem(stored)
  await dropPush()
}

/** The name and hint of each kind. */
export const kindWords: Readonly<
  Record<keyof NotificationSettings['kinds'], readonly [name: Message, hint: Message]>
> = {
  sale: [msg('Sales'), msg('New orders and accepted offers')],
  refund: [msg('Refunds'), msg('Refunds to buyers')],
  tax_refund: [msg('Tax refunds'), msg('Tax returned to a business whose VAT number was confirmed late')],
  refund_failed: [msg('Failed refunds'), msg('Refunds that did not reach the buyer')],
  dispute: [msg('Disputes'), msg('New disputes you need to answer, and their outcome')],
  renewal_failed: [msg('Failed renewals'), msg('Subscription payments that were declined')],
  payment_returned: [msg('Returned payments'), msg('Payments returned by a bank, such as direct debits')],
  withdrawal: [msg('Withdrawals'), msg('Buyers who withdraw, and refunds that are due soon')],
  payout_failed: [msg('Failed payouts'), msg('Payouts your bank rejected')],
  payout_paid: [msg('Payouts'), msg('Payouts to your bank account')],
  cancellation: [msg('Canceled subscriptions'), msg('Canceled by the buyer, your team or for non-payment')],
}
