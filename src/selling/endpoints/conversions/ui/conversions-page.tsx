import { useQuery } from '@tanstack/react-query'
import { Megaphone, MoreHorizontal, Pencil, Plus, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { outcomeText } from '#selling/sent-events/ui/call-words.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button, iconButtonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { endpointStates } from '../../ui/endpoint-words.ts'
import { HoursBar } from '../../ui/hours-bar.tsx'
import { Message } from '../../ui/message.tsx'
import { conversionsContract, type ConversionTarget } from '../contract.ts'
import { targetsQuery, useTargetWrite } from './queries.ts'
import { ConnectDialog, EditTargetDialog } from './target-form.tsx'

/** The page with the ad platforms to which purchases are sent. */
export function ConversionsPage() {
  return (
    <LoadedSettingsPage
      title={t('Conversions')}
      lead={t('Your ad platforms count purchases and refunds, without a script on the payment page.')}
      query={useQuery(targetsQuery)}
      loading={{ label: t('Loading ad platforms'), blocks: ['h-48'] }}
    >
      {({ targets }) => <Targets targets={targets} />}
    </LoadedSettingsPage>
  )
}

function Targets({ targets }: { readonly targets: readonly ConversionTarget[] }) {
  const mayConnect = useMayCall()(conversionsContract.connectTarget)
  const [isConnecting, setIsConnecting] = useState(false)
  return (
    <Section
      title={t('Ad platforms')}
      lead={t('Each purchase is sent within seconds, once, and again only if the platform does not answer.')}
      action={
        mayConnect && (
          <Button onClick={() => setIsConnecting(true)}>
            <Plus aria-hidden className="size-5" />
            {t('Connect an ad platform')}
          </Button>
        )
      }
    >
      {targets.length === 0 ? (
        <p className="flex items-start gap-3 text-pretty text-muted">
          <Megaphone aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t('No ad platforms yet. With one, your ad reports include bumps, offers and refunds.')}
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {targets.map((target) => (
            <TargetRow key={target.id} target={target} mayChange={mayConnect} />
          ))}
        </ul>
      )}
      <ConnectDialog isOpen={isConnecting} onClose={() => setIsConnecting(false)} />
    </Section>
  )
}

type RowProps = { readonly target: ConversionTarget; readonly mayChange: boolean }

function TargetRow({ target, mayChange }: RowProps) {
  const { id, kind, name, publicId, state, hours, lastError, sendsRenewals } = target
  const { tone, label } = endpointStates[state]
  const test = useTargetWrite(
    () => call(conversionsContract.testTarget, { params: { id } }),
    () => undefined,
  )
  const result = test.data
  return (
    <li className="grid grid-cols-1 gap-4 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{name}</span>
            <Badge tone={tone}>{say(label)}</Badge>
          </p>
          <p className="text-sm text-muted">
            <span translate="no">{publicId}</span>
            {sendsRenewals && ` · ${t('with renewals')}`}
          </p>
        </div>
        <HoursBar hours={hours} />
        {mayChange && (
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="secondary" isBusy={test.isPending} onClick={() => test.mutate()}>
              <Send aria-hidden className="size-4.5" />
              {t('Send a test')}
            </Button>
            <More target={target} />
          </div>
        )}
      </div>
      {lastError !== null && (
        <Notice tone={state === 'on' ? 'info' : 'danger'}>
          {rich('Last error, {time}: {outcome}', {
            time: <When at={lastError.at} />,
            outcome: outcomeText(lastError),
          })}
          {lastError.answer !== '' && (
            <span translate="no" className="mt-1 block font-mono text-sm break-all">
              {lastError.answer}
            </span>
          )}
        </Notice>
      )}
      {result !== undefined && (
        <>
          <Notice tone={result.isAnswered ? 'success' : 'danger'}>
            {result.isAnswered
              ? kind === 'ga4'
                ? t(
                    'Google accepts the sample purchase and does not count it. It does not check the API secret.',
                  )
                : t('{name} accepts the test, and shows it as “Test”. It is not a purchase.', { name })
              : result.failure === null && result.status === 200
                ? t('Google answered, but found a mistake in the sample purchase.')
                : t('{name} did not accept the test: {outcome}', { name, outcome: outcomeText(result) })}
          </Notice>
          <Message name={t('Request')} text={result.request} isJson />
          {result.answer !== '' && <Message name={t('Answer')} text={result.answer} />}
        </>
      )}
    </li>
  )
}

function More({ target }: { readonly target: ConversionTarget }) {
  const { id, name, state } = target
  const [open, setOpen] = useState<'edit' | 'disconnect' | null>(null)
  const close = () => setOpen(null)
  const isOn = state !== 'off'
  const turn = useTargetWrite(
    () =>
      call(isOn ? conversionsContract.turnOffTarget : conversionsContract.turnOnTarget, { params: { id } }),
    () => toast.success(isOn ? t('{name} is off', { name }) : t('{name} is on', { name })),
  )
  const disconnect = useTargetWrite(
    () => call(conversionsContract.disconnectTarget, { params: { id } }),
    () => toast.success(t('{name} disconnected', { name })),
  )
  const icon = 'size-4.5'
  return (
    <>
      <Menu
        label={t('More actions for {name}', { name })}
        trigger={<MoreHorizontal aria-hidden className="size-5" />}
        className={iconButtonClass}
        items={[
          {
            label: t('Edit'),
            icon: <Pencil aria-hidden className={icon} />,
            onSelect: () => setOpen('edit'),
          },
          {
            label: isOn ? t('Turn off') : t('Turn on'),
            icon: <Power aria-hidden className={icon} />,
            onSelect: () => turn.mutate(),
          },
          {
            label: t('Disconnect'),
            icon: <Trash2 aria-hidden className={icon} />,
            onSelect: () => setOpen('disconnect'),
          },
        ]}
      />
      <EditTargetDialog target={target} isOpen={open === 'edit'} onClose={close} />
      <ConfirmDialog
        isOpen={open === 'disconnect'}
        title={t('Disconnect {name}?', { name })}
        question={t('No more purchases are sent to it, and its secret is deleted here.')}
        confirmLabel={t('Disconnect')}
        isDangerous
        isBusy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
        onCancel={close}
      />
    </>
  )
}
