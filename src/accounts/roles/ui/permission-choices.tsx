import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { entities } from '#foundation/rights/entities.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { RoleFields } from '../contract.ts'
import { entityWords } from './entity-words.ts'
import { permissionChoicesQuery } from './queries.ts'

/** All permissions by what they are about, to tick those of the role. */
export function PermissionChoices() {
  const { data, error, isPending, isFetching, refetch } = useQuery(permissionChoicesQuery)
  const { field, fieldState } = useController<RoleFields, 'permissions'>({ name: 'permissions' })
  const chosen = new Set(field.value)
  const toggle = (id: string) =>
    field.onChange(chosen.has(id) ? field.value.filter((other) => other !== id) : [...field.value, id])
  return (
    <Section title="Permissions" lead="What people with this role can do. Everything else is off limits.">
      {data !== undefined ? (
        <div className="grid gap-5 sm:grid-cols-2">
          {entities.map((entity) => {
            const permissions = data.filter((permission) => permission.entity === entity)
            if (permissions.length === 0) return null
            return (
              <fieldset key={entity} className="min-w-0">
                <legend className="mb-1 font-medium">{entityWords[entity]}</legend>
                {permissions.map(({ id, name, description }) => (
                  <CheckRow
                    key={id}
                    label={name}
                    hint={description}
                    checked={chosen.has(id)}
                    onChange={() => toggle(id)}
                  />
                ))}
              </fieldset>
            )
          })}
          {data.length === 0 && <p className="text-muted">There are no permissions yet.</p>}
        </div>
      ) : isPending ? (
        <Skeleton label="Loading permissions" blocks={['h-48']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      <FieldError message={fieldState.error?.message} />
    </Section>
  )
}
