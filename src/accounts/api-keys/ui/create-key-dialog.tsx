import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { entityWords } from '#accounts/roles/ui/entity-words.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { say, t } from '#foundation/language/t.ts'
import { verbs } from '#foundation/rights/entities.ts'
import { keyEntities, scopes, type Scope } from '#foundation/rights/scopes.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { apiKeysContract, usualLifetimes, type NewApiKey } from '../contract.ts'
import { apiKeysQuery } from './queries.ts'

type Values = { name: string; days: string; scopes: Scope[] }

const { name } = apiKeysContract.createApiKey.body.shape
const typed = z
  .object({
    name,
    days: z.string(),
    scopes: apiKeysContract.createApiKey.body.shape.scopes,
  })
  .transform(({ days, ...values }): NewApiKey => ({ ...values, days: days === '' ? null : Number(days) }))
const resolver = zodResolver<Values, unknown, NewApiKey>(typed)
const names = ['name', 'days', 'scopes'] as const
const initial: Values = { name: '', days: '90', scopes: [] }

export function CreateKeyDialog({
  isOpen,
  onClose,
  onMade,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: (key: string) => void
}) {
  const client = useQueryClient()
  return (
    <EditorDialog<Values, NewApiKey>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Create an API key')}
      description={t(
        'Give it only the rights your program needs. If you lose a right, the key loses it too.',
      )}
      label={t('API key')}
      submitLabel={t('Create API key')}
      initial={initial}
      resolver={resolver}
      names={names}
      failure={t('The API key could not be created')}
      onSave={async (body) => {
        const { key } = await call(apiKeysContract.createApiKey, { body })
        onMade(key)
        await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
        return null
      }}
    >
      <Fields />
    </EditorDialog>
  )
}

function Fields() {
  const { field } = useFields<Values>()
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        maxLength={60}
        autoComplete="off"
        placeholder={t('Course platform')}
        {...field('name')}
      />
      <Select
        label={t('Expiry')}
        options={[
          ...usualLifetimes.map((days) => ({
            value: String(days),
            label: t('{days, plural, one {In # day} other {In # days}}', { days }),
          })),
          { value: '', label: t('Never') },
        ]}
        {...field('days')}
      />
      <RightsField />
    </>
  )
}

/** The person's own rights, from which they choose the key's. */
function RightsField() {
  const may = useMayCall()
  const { watch, change, errorOf } = useFields<Values>()
  const chosen = watch('scopes')
  const levels = [
    { value: '', label: t('None') },
    { value: 'read', label: t('Read') },
    { value: 'write', label: t('Read and change') },
  ] as const
  return (
    <fieldset data-field="scopes" className="grid gap-1">
      <legend className="mb-1.5 font-medium">{t('Rights')}</legend>
      <ul className="grid divide-y divide-line">
        {keyEntities
          .filter((entity) => may({ entity, verb: 'read' }))
          .map((entity) => {
            const label = say(entityWords[entity])
            const mayChange = verbs.every((verb) => may({ entity, verb }))
            return (
              <li key={entity} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span aria-hidden>{label}</span>
                <Segmented
                  isCompact
                  label={label}
                  name={`rights-${entity}`}
                  options={levels.filter(({ value }) => mayChange || value !== 'write')}
                  chosen={levelOf(chosen, entity)}
                  onChange={({ target }) =>
                    change('scopes', [
                      ...chosen.filter((scope) => !scope.startsWith(`${entity}:`)),
                      ...scopes.filter((scope) => scope === `${entity}:${target.value}`),
                    ])
                  }
                />
              </li>
            )
          })}
      </ul>
      <FieldError message={errorOf('scopes')} />
    </fieldset>
  )
}

function levelOf(chosen: readonly Scope[], entity: (typeof keyEntities)[number]): '' | 'read' | 'write' {
  if (chosen.includes(`${entity}:write`)) return 'write'
  return chosen.includes(`${entity}:read`) ? 'read' : ''
}
