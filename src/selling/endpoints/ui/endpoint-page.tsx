import { useQuery } from '@tanstack/react-query'
import { KeyRound, MoreHorizontal, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { outcomeText } from '#selling/sent-events/ui/call-words.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { SecretDialog } from '#web/kit/dialog/secret-dialog.tsx'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Button, iconButtonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { endpointsContract, type CallResult, type Endpoint } from '../contract.ts'
import { Deliveries } from './deliveries.tsx'
import { EditEndpointDialog } from './endpoint-form.tsx'
import { endpointStates, offText } from './endpoint-words.ts'
import { HoursChart } from './hours-bar.tsx'
import { endpointsQuery, useEndpointWrite } from './queries.ts'
import { TestDialog } from './test-dialog.tsx'

/** The page of one webhook, with its state, its last 24 hours and its deliveries. */
export function EndpointPage() {
  const { id } = useParams()
  const isOfDelivery = useSearchParams()[0].has('event')
  const query = useQuery(endpointsQuery)
  const endpoint = query.data?.endpoints.find((one) => one.id === id)
  return (
    <LoadedSettingsPage
      title={endpoint?.name ?? t('Webhook')}
      back={{ to: '/settings/developers', label: t('Developers') }}
      lead={t('What we send to your program, and how it responds.')}
      query={query}
      loading={{ label: t('Loading the webhook'), blocks: ['h-48', 'h-72'] }}
    >
      {() =>
        endpoint === undefined ? (
          <Notice tone="info">{t('This webhook no longer exists.')}</Notice>
        ) : (
          // A seller who opened the page for a certain delivery sees that delivery first.
          <>
            {isOfDelivery && <Deliveries endpoint={endpoint} />}
            <State endpoint={endpoint} />
            {!isOfDelivery && <Deliveries endpoint={endpoint} />}
          </>
        )
      }
    </LoadedSettingsPage>
  )
}

function State({ endpoint }: { readonly endpoint: Endpoint }) {
  const { url, state, hours, types, formIds, isThin } = endpoint
  const { label } = endpointStates[state]
  const isOn = state === 'on' || state === 'failing'
  const [result, setResult] = useState<CallResult | null>(null)
  const mayChange = useMayCall()(endpointsContract.turnOnEndpoint)
  return (
    <Section
      title={say(label)}
      lead={stateText(endpoint)}
      action={
        mayChange && (
          <div className="flex flex-wrap items-center gap-2">
            {isOn ? <TestDialog endpoint={endpoint} /> : <TurnOn endpoint={endpoint} onResult={setResult} />}
            <More endpoint={endpoint} />
          </div>
        )
      }
    >
      {result !== null && !isOn && (
        <Notice tone="danger">
          {result.failure === null
            ? t('The webhook is not on: your program answered {status}.', { status: result.status })
            : t('The webhook is not on. {failure}.', { failure: outcomeText(result) })}
          {result.answer !== '' && (
            <span translate="no" className="mt-1 block font-mono text-sm break-all">
              {result.answer}
            </span>
          )}
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <Fact term={t('URL')}>
          <span translate="no" className="break-all">
            {url}
          </span>
        </Fact>
        <Fact term={t('Events')}>
          {types.length === 0 ? t('All events') : <span translate="no">{types.join(', ')}</span>}
        </Fact>
        {formIds !== null && (
          <Fact term={t('Forms')}>
            {t('{count, plural, one {# form} other {# forms}}', { count: formIds.length })}
          </Fact>
        )}
        {isThin && <Fact term={t('Content')}>{t('Ids only')}</Fact>}
        {endpoint.oldSecretUntil !== null && (
          <Fact term={t('Former secret')}>
            {rich('Signs as well until {time}', { time: <When at={endpoint.oldSecretUntil} /> })}
          </Fact>
        )}
      </dl>
      {state !== 'new' && <HoursChart hours={hours} />}
    </Section>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

/** What the webhook's state means, and what to do about it. */
function stateText({ state, offReason, waiting, missed }: Endpoint): string {
  switch (state) {
    case 'new':
      return t('Turn it on once your program runs. We send it a challenge, which it must repeat.')
    case 'on':
      return waiting === 0
        ? t('Everything is delivered.')
        : t('{count, plural, one {# event is} other {# events are}} waiting for the next try.', {
            count: waiting,
          })
    case 'failing':
      return t(
        'Your program does not accept events. We keep trying with one, at least every half an hour. {count, plural, one {# event is} other {# events are}} waiting.',
        { count: waiting },
      )
    case 'off': {
      const missedText = t(
        '{count, plural, =0 {It has missed no event.} one {It has missed # event.} other {It has missed # events.}}',
        { count: missed },
      )
      return [offText(offReason) ?? t('You turned it off.'), missedText].join(' ')
    }
  }
}

type TurnOnProps = { readonly endpoint: Endpoint; readonly onResult: (result: CallResult) => void }

function TurnOn({ endpoint: { id, missed }, onResult }: TurnOnProps) {
  const [isAsking, setIsAsking] = useState(false)
  const turnOn = useEndpointWrite(
    (sendMissed: boolean) => call(endpointsContract.turnOnEndpoint, { params: { id }, body: { sendMissed } }),
    ({ endpoint, result }) => {
      setIsAsking(false)
      onResult(result)
      if (endpoint.state === 'on') toast.success(t('The webhook is on'))
    },
  )
  return (
    <>
      <Button
        isBusy={turnOn.isPending}
        onClick={() => (missed > 0 ? setIsAsking(true) : turnOn.mutate(true))}
      >
        <Power aria-hidden className="size-4.5" />
        {t('Turn on')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Send the missed events?')}
        question={t(
          '{count, plural, one {# event was not delivered.} other {# events were not delivered.}} Without sending, they stay in the list and can be sent one by one.',
          { count: missed },
        )}
        confirmLabel={t('Turn on and send')}
        cancelLabel={t('Turn on only')}
        isBusy={turnOn.isPending}
        onConfirm={() => turnOn.mutate(true)}
        onCancel={() => turnOn.mutate(false)}
      />
    </>
  )
}

function More({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, name, state } = endpoint
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setOpen(null)
  const turnOff = useEndpointWrite(
    () => call(endpointsContract.turnOffEndpoint, { params: { id } }),
    () => toast.success(t('The webhook is off')),
  )
  const changeSecret = useEndpointWrite(
    () => call(endpointsContract.changeEndpointSecret, { params: { id } }),
    (changed) => {
      close()
      setSecret(changed.secret)
    },
  )
  const remove = useEndpointWrite(
    () => call(endpointsContract.deleteEndpoint, { params: { id } }),
    () => {
      toast.success(t('Webhook deleted'))
      void navigate('/settings/developers', { replace: true })
    },
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
            label: t('New secret'),
            icon: <KeyRound aria-hidden className={icon} />,
            onSelect: () => setOpen('secret'),
          },
          ...(state === 'on' || state === 'failing'
            ? [
                {
                  label: t('Turn off'),
                  icon: <Power aria-hidden className={icon} />,
                  onSelect: () => turnOff.mutate(),
                },
              ]
            : []),
          {
            label: t('Delete'),
            icon: <Trash2 aria-hidden className={icon} />,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      <EditEndpointDialog endpoint={endpoint} isOpen={open === 'edit'} onClose={close} />
      <ConfirmDialog
        isOpen={open === 'secret'}
        title={t('Make a new secret?')}
        question={t('For a day, messages are signed with both secrets, so your program can change over.')}
        confirmLabel={t('Make a new secret')}
        isBusy={changeSecret.isPending}
        onConfirm={() => changeSecret.mutate()}
        onCancel={close}
      />
      <SecretDialog
        copyLabel={t('Copy secret')}
        copied={t('Secret copied')}
        title={t('New secret')}
        description={t('Copy the secret into your program. It is shown only once.')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        title={t('Delete {name}?', { name })}
        question={t('No more events are sent to it, and its deliveries are deleted.')}
        confirmLabel={t('Delete')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={close}
      />
    </>
  )
}
