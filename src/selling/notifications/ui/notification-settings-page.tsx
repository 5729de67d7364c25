import { dateFormat } from '#foundation/time/date-format.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call, useUser } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { kindsOpenTo, notificationKinds } from '#selling/notifications/kinds.ts'
import {
  type NotificationSettings,
  notificationSettingsContract,
  type Quiet,
  type SavedSettings,
} from '#selling/notifications/settings-contract.ts'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { useZone, zoneOptions } from '#web/kit/browser/zone.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { useUnsavedForm } from '#web/kit/form/unsaved-changes.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { KindChoices } from './kind-choices.tsx'
import { PushSection } from './push-section.tsx'

/** A member's notification settings. */
export function NotificationSettingsPage() {
  const user = useUser()
  const query = useQuery(notificationSettingsQuery)
  if (user === null) return null
  return (
    <LoadedSettingsPage
      title={t('Notifications')}
      lead={t('Choose what we email to {email} and send to your devices.', { email: user.email })}
      query={query}
      loading={{ label: t('Loading the notifications'), blocks: ['h-96'] }}
    >
      {(data) => (
        <>
          <NotificationSettingsForm settings={data} />
          <PushSection />
        </>
      )}
    </LoadedSettingsPage>
  )
}

type Props = { readonly settings: SavedSettings }

/** The emails a member gets. The time zone defaults to the shop's, or otherwise to the browser's. */
function NotificationSettingsForm({ settings }: Props) {
  const queries = useQueryClient()
  const mayCall = useMayCall()
  const usualZone = useZone()
  // Changes are relative to the settings as loaded or last saved, even if they are loaded again.
  const [stored, setStored] = useState(settings)
  const offeredZone = stored.hasOwnZone ? stored.zone : usualZone
  const [shown, setShown] = useState({ kinds: settings.kinds, zone: offeredZone, quiet: settings.quiet })
  const { kinds, zone, quiet } = shown
  const changes = changesOf(stored, shown)
  const isDirty = zone !== offeredZone || Object.keys(changes.kinds).length > 0 || changes.quiet !== undefined
  const { mutate, isPending } = useWrite({
    // Only changes are saved, so that unchanged kinds still depend on the role, and an unchanged zone still follows the
    // shop's.
    mutationFn: (sent: NotificationSettings) =>
      call(notificationSettingsContract.saveNoticeSettings, { body: changesOf(stored, sent) }),
    onSuccess: (saved, sent) => {
      setStored(saved)
      setShown((now) => shownAfter(saved, sent, now))
      queries.setQueryData(notificationSettingsQuery.queryKey, saved)
      toast.success(t('Notifications saved'))
    },
    onError: (error) => toast.error(errorMessage(error, t('Your choice could not be saved. Try again.'))),
  })
  useUnsavedForm(() => isDirty && !isPending)
  return (
    <SettingsForm
      label={t('Notifications')}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(shown)
      }}
      isDirty={isDirty || zone !== stored.zone}
      canDiscard={isDirty}
      isBusy={isPending}
      saveLabel={t('Save notifications')}
    >
      <Section
        title={t('Email')}
        lead={t(
          'We combine busy moments into one email. Daily updates arrive at 8 am, and only when there is news.',
        )}
      >
        <KindChoices
          open={kindsOpenTo(mayCall(payoutsContract.listPayouts))}
          kinds={kinds}
          onChange={(chosen) => setShown({ ...shown, kinds: chosen })}
        />
      </Section>
      <Section title={t('Timing')} lead={t('When daily emails arrive, and when you hear nothing.')}>
        <QuietFields quiet={quiet} onChange={(chosen) => setShown({ ...shown, quiet: chosen })} />
        <Combobox
          label={t('Time zone for daily email and quiet hours')}
          options={zoneOptions(zone)}
          value={zone}
          onChange={(chosen) => setShown({ ...shown, zone: chosen })}
          hint={
            zone === stored.zone
              ? undefined
              : t('{zone} time until you save.', { zone: stored.zone.replaceAll('_', ' ') })
          }
        />
      </Section>
    </SettingsForm>
  )
}

type Changes = {
  readonly kinds: Partial<NotificationSettings['kinds']>
  readonly zone: string | undefined
  readonly quiet: NotificationSettings['quiet'] | undefined
}

/** The changes made here. Only these are saved, so that changes from another device are kept. */
export function changesOf(before: NotificationSettings, shown: NotificationSettings): Changes {
  const changed = notificationKinds.filter((kind) => shown.kinds[kind] !== before.kinds[kind])
  const isQuietChanged = shown.quiet?.from !== before.quiet?.from || shown.quiet?.to !== before.quiet?.to
  return {
    kinds: Object.fromEntries(changed.map((kind) => [kind, shown.kinds[kind]])),
    zone: shown.zone === before.zone ? undefined : shown.zone,
    quiet: isQuietChanged ? shown.quiet : undefined,
  }
}

/** The settings to show after a save: the stored ones plus changes made during the save. */
export function shownAfter(
  saved: NotificationSettings,
  sent: NotificationSettings,
  shown: NotificationSettings,
): NotificationSettings {
  const { kinds, zone = saved.zone, quiet = saved.quiet } = changesOf(sent, shown)
  return { kinds: { ...saved.kinds, ...kinds }, zone, quiet }
}

type QuietFieldsProps = { readonly quiet: Quiet | null; readonly onChange: (quiet: Quiet | null) => void }

const usual: Quiet = { from: 22, to: 7 }
const hourFormat = dateFormat({ hour: 'numeric', timeZone: 'UTC' })
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourFormat.format(Date.UTC(2026, 0, 1, hour)),
}))

/** Quiet hours, in which nothing is sent. Start and end must be different. */
function QuietFields({ quiet, onChange }: QuietFieldsProps) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">{t('Quiet hours')}</legend>
      <SwitchRow
        label={t('Quiet hours')}
        hint={t('No emails or push notifications. You get one summary when quiet hours end.')}
        checked={quiet !== null}
        onChange={() => onChange(quiet === null ? usual : null)}
      />
      {quiet !== null && (
        <div className="grid grid-cols-2 gap-4">
          <Select
            label={t('From')}
            options={hours.filter(({ value }) => value !== String(quiet.to))}
            value={String(quiet.from)}
            onChange={({ target }) => onChange({ ...quiet, from: Number(target.value) })}
          />
          <Select
            label={t('To')}
            options={hours.filter(({ value }) => value !== String(quiet.from))}
            value={String(quiet.to)}
            onChange={({ target }) => onChange({ ...quiet, to: Number(target.value) })}
          />
        </div>
      )}
    </fieldset>
  )
}

const notificationSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) => call(notificationSettingsContract.readNoticeSettings, { signal }),
})
