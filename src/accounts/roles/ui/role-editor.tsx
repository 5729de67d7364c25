import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { CreatePage, type EditorPageProps, EditPage } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { entities } from '#foundation/rights/entities.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { givenRole, type RoleFields, rolesContract } from '../contract.ts'
import { roleMessages } from '../messages.ts'
import { entityWords } from './entity-words.ts'
import { NameSection } from './name-section.tsx'
import { permissionChoicesQuery, roleQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

const blank: RoleFields = { name: '', description: '', permissions: [], forTeams: false }
const check = zodResolver<RoleFields, unknown, RoleFields>(givenRole)
const names = ['name', 'description', 'permissions', 'forTeams'] as const

export function CreateRolePage() {
  const queryClient = useQueryClient()
  return (
    <CreatePage
      title={t('Create role')}
      width="narrow"
      lead={t('A named set of permissions.')}
      submitLabel={t('Create role')}
      failure={roleMessages.saveFailed()}
      newValues={() => blank}
      listPath="/admin/roles"
      create={async (body) => {
        await call(rolesContract.createRole, { body })
        toast.success(roleMessages.created())
        await queryClient.invalidateQueries({ queryKey: rolesKey })
      }}
      Editor={RoleEditor}
    />
  )
}

export function EditRolePage() {
  const { id = '' } = useParams()
  const mayUpdate = useMayCall()(rolesContract.updateRole)
  const queryClient = useQueryClient()
  return (
    <EditPage
      title={t('Edit role')}
      readOnlyTitle={t('Role')}
      width="narrow"
      nameOf={({ name }) => name}
      lead={t('Changes apply right away to everyone with this role.')}
      failure={roleMessages.saveFailed()}
      query={useQuery(roleQuery(id))}
      listPath="/admin/roles"
      mayUpdate={mayUpdate}
      valuesOf={(role): RoleFields => role}
      update={async (_, changed) => {
        const body = givenRole.partial().parse(changed)
        const saved = await call(rolesContract.updateRole, { params: { id }, body })
        toast.success(roleMessages.updated())
        await queryClient.invalidateQueries({ queryKey: rolesKey })
        return saved
      }}
      Editor={RoleEditor}
    />
  )
}

function RoleEditor(props: EditorPageProps<RoleFields, RoleFields>) {
  return (
    <Editor label={t('Role')} resolver={check} names={names} {...props}>
      <NameSection title={t('Role')} lead={t('Shown when you assign the role.')}>
        <ForTeamsField />
      </NameSection>
      <PermissionChoices />
    </Editor>
  )
}

function ForTeamsField() {
  const { register, watch } = useFormContext<RoleFields>()
  return (
    <SwitchRow
      label={t('For teams')}
      hint={t('Shop owners can give this role to their team.')}
      checked={watch('forTeams')}
      {...register('forTeams')}
    />
  )
}

/** Shows all permissions by area, with the role's own selected. */
function PermissionChoices() {
  const query = useQuery(permissionChoicesQuery)
  const { data } = query
  const { field, fieldState } = useController<RoleFields, 'permissions'>({ name: 'permissions' })
  const chosen = new Set(field.value)
  const toggle = (id: string) =>
    field.onChange(chosen.has(id) ? field.value.filter((other) => other !== id) : [...field.value, id])
  return (
    <Section
      title={t('Permissions')}
      lead={t('What people with this role can do. Everything else is off limits.')}
    >
      {data !== undefined ? (
        <div className="grid gap-5 sm:grid-cols-2">
          {entities.map((entity) => {
            const permissions = data.filter((permission) => permission.entity === entity)
            if (permissions.length === 0) return null
            return (
              <fieldset key={entity} className="min-w-0">
                <legend className="mb-1 font-medium">{say(entityWords[entity])}</legend>
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
          {data.length === 0 && <p className="text-muted">{t('There are no permissions yet.')}</p>}
        </div>
      ) : (
        <NotLoaded query={query} label={t('Loading permissions')} blocks={['h-48']} />
      )}
      <FieldError message={fieldState.error?.message} />
    </Section>
  )
}
