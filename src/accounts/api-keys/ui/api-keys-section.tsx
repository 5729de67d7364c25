import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { entityWords } from '#accounts/roles/ui/entity-words.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { keyEntities } from '#foundation/rights/scopes.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { SecretDialog } from '#web/kit/dialog/secret-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Day, When } from '#web/kit/layout/when.tsx'
import { apiKeysContract, type ApiKey } from '../contract.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { apiKeysQuery } from './queries.ts'

/** The shop's API keys, including recently revoked ones. */
export function ApiKeysSection() {
  const mayCreate = useMayCall()(apiKeysContract.createApiKey)
  const query = useQuery(apiKeysQuery)
  const keys = query.data?.keys
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  return (
    <Section
      title={t('API keys')}
      lead={t('With a key, a program can read your sales or create forms, with the rights you choose.')}
      action={
        mayCreate && (
          <Button onClick={() => setIsCreating(true)}>
            <Plus aria-hidden className="size-5" />
            {t('Create API key')}
          </Button>
        )
      }
    >
      {keys === undefined ? (
        <NotLoaded query={query} label={t('Loading API keys')} blocks={['h-24']} />
      ) : keys.length === 0 ? (
        <p className="flex items-start gap-3 text-pretty text-muted">
          <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>
            {rich(
              'No API keys yet. The <reference>API reference</reference> lists what programs can do with one.',
              {
                reference: apiReference,
              },
            )}
          </span>
        </p>
      ) : (
        <ul className="grid divide-y divide-line">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <CreateKeyDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onMade={(key) => {
          setIsCreating(false)
          setMade(key)
        }}
      />
      <SecretDialog
        title={t('API key created')}
        description={t(
          'Copy it into your program. It is shown only once. Never put it in a web page or a mobile app.',
        )}
        secret={made}
        copyLabel={t('Copy key')}
        copied={t('Key copied')}
        onClose={() => setMade(null)}
      />
    </Section>
  )
}

const apiReference = (name: ReactNode) => (
  <a href="/api/docs" className="link">
    {name}
  </a>
)

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, name, prefix, scopes, maker, createdAt, lastUsedAt } = apiKey
  const client = useQueryClient()
  const mayRevoke = useMayCall()(apiKeysContract.revokeApiKey)
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useWrite({
    mutationFn: () => call(apiKeysContract.revokeApiKey, { params: { id } }),
    onSuccess: () => {
      toast.success(t('API key revoked'))
      setIsAsking(false)
    },
    onError: (error: Error) => toast.error(errorMessage(error, t('The API key could not be revoked'))),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
  const resume = useWrite({
    mutationFn: () => call(apiKeysContract.resumeApiKey, { params: { id } }),
    onSuccess: () => void toast.success(t('API key resumed')),
    onError: (error: Error) => toast.error(errorMessage(error, t('The API key could not be resumed'))),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
  const mayResume = useMayCall()(apiKeysContract.resumeApiKey)
  const isOver = isPast(apiKey.expiresAt) || apiKey.revokedAt !== null
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <KeyState apiKey={apiKey} />
        </p>
        <p translate="no" className="font-mono text-sm text-muted">
          {prefix}…
        </p>
        <p className="mt-1 text-sm text-pretty">{rightsText(scopes)}</p>
        <p className="text-sm text-pretty text-muted">
          {rich('Created by {maker} on {day}', { maker, day: <Day at={createdAt} /> })}
          {' · '}
          {lastUsedAt === null
            ? t('Never used')
            : rich('Last used {time}', { time: <When at={lastUsedAt} /> })}
        </p>
        {apiKey.pausedAt !== null && !isOver && (
          <p className="mt-1 text-sm text-pretty text-danger">
            {t(
              'It was used from many networks within an hour, so it may be public. Revoke it, or resume it if these are your own.',
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {mayResume && apiKey.pausedAt !== null && !isOver && (
          <Button variant="secondary" isBusy={resume.isPending} onClick={() => resume.mutate()}>
            {t('Resume')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        {mayRevoke && !isOver && (
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {t('Revoke')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Revoke this API key?')}
        question={t('Programs that use “{name}” are refused right away. It cannot be undone.', { name })}
        confirmLabel={t('Revoke API key')}
        isDangerous
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </li>
  )
}

function KeyState({ apiKey: { expiresAt, revokedAt, pausedAt } }: { readonly apiKey: ApiKey }) {
  if (revokedAt !== null) return <Badge>{t('Revoked')}</Badge>
  if (expiresAt !== null && isPast(expiresAt)) return <Badge tone="warning">{t('Expired')}</Badge>
  if (pausedAt !== null) return <Badge tone="danger">{t('Paused')}</Badge>
  if (expiresAt === null) return null
  return (
    <span className="text-sm text-muted">{rich('Expires on {day}', { day: <Day at={expiresAt} /> })}</span>
  )
}

function isPast(time: string | null): boolean {
  return time !== null && new Date(time) <= new Date()
}

/** An API key's rights, such as "Forms: read and change · Sales: read". */
function rightsText(scopes: ApiKey['scopes']): string {
  return keyEntities
    .flatMap((entity) => {
      const name = say(entityWords[entity])
      if (scopes.includes(`${entity}:write`)) return t('{name}: read and change', { name })
      return scopes.includes(`${entity}:read`) ? t('{name}: read', { name }) : []
    })
    .join(' · ')
}
