import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { ApiKeysSection } from '#accounts/api-keys/ui/api-keys-section.tsx'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { SecretDialog } from '#web/kit/dialog/secret-dialog.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { LoadedSettingsPage } from '#web/kit/layout/settings-page.tsx'
import { endpointsContract, type Endpoint, type EndpointWithSecret } from '../contract.ts'
import { AddEndpointDialog } from './endpoint-form.tsx'
import { endpointStates } from './endpoint-words.ts'
import { EventsSection } from './events-section.tsx'
import { HoursBar } from './hours-bar.tsx'
import { endpointsQuery } from './queries.ts'

/** The page with the URLs to which the shop's events are sent, and the events themselves. */
export function DevelopersPage() {
  return (
    <LoadedSettingsPage
      title={t('Developers')}
      lead={t(
        'Webhooks notify your own programs of what happens in your shop. With API keys, they can use it.',
      )}
      query={useQuery(endpointsQuery)}
      loading={{ label: t('Loading webhooks'), blocks: ['h-48', 'h-72'] }}
    >
      {({ endpoints }) => (
        <>
          <Endpoints endpoints={endpoints} />
          <ApiKeysSection />
          <EventsSection />
        </>
      )}
    </LoadedSettingsPage>
  )
}

function Endpoints({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const mayAdd = useMayCall()(endpointsContract.createEndpoint)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<EndpointWithSecret | null>(null)
  return (
    <Section
      title={t('Webhooks')}
      lead={t('Each event is sent to your URL within seconds, and again until your program accepts it.')}
      action={
        mayAdd && (
          <Button onClick={() => setIsAdding(true)}>
            <Plus aria-hidden className="size-5" />
            {t('Add webhook')}
          </Button>
        )
      }
    >
      {endpoints.length === 0 ? (
        <p className="flex items-start gap-3 text-pretty text-muted">
          <Webhook aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t('No webhooks yet. With one, a course platform can give access as soon as a buyer has paid.')}
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      <AddEndpointDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        onAdded={(one) => {
          setIsAdding(false)
          setAdded(one)
        }}
      />
      <SecretDialog
        copyLabel={t('Copy secret')}
        copied={t('Secret copied')}
        title={t('Webhook added')}
        description={t(
          'Copy the secret into your program to verify our signatures. It is shown only once. Then open the webhook and turn it on.',
        )}
        secret={added?.secret ?? null}
        onClose={() => setAdded(null)}
      />
    </Section>
  )
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, name, url, state, hours, missed } = endpoint
  const { tone, label } = endpointStates[state]
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/settings/developers/${id}`}
            className="rounded font-medium wrap-anywhere after:absolute after:inset-0 hover:text-brand"
          >
            {name}
          </Link>
          <Badge tone={tone}>{say(label)}</Badge>
        </p>
        <p translate="no" className="truncate text-sm text-muted">
          {url}
        </p>
        {missed > 0 && (
          <p className="text-sm text-danger">
            {rich('{count, plural, one {# event missed} other {# events missed}}', { count: missed })}
          </p>
        )}
      </div>
      <HoursBar hours={hours} />
    </li>
  )
}
