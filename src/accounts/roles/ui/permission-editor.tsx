import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { entities } from '#foundation/rights/entities.ts'
import { CreatePage, EditPage, type EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { permissionFields, rolesContract, type PermissionFields } from '../contract.ts'
import { permissionMessages } from '../messages.ts'
import { entityWords, verbWords } from './entity-words.ts'
import { NameSection } from './name-section.tsx'
import { permissionQuery, permissionsKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

type Values = Omit<PermissionFields, 'entity'> & { entity: string }

const blank: Values = {
  name: '',
  description: '',
  entity: '',
  Read: false,
  Write: false,
  Update: false,
  Delete: false,
}
const check = zodResolver<Values, unknown, PermissionFields>(permissionFields)
const names = ['name', 'description', 'entity', 'Read', 'Write', 'Update', 'Delete'] as const
const states = [
  { name: 'Read', hint: msg('View it.') },
  { name: 'Write', hint: msg('Create it.') },
  { name: 'Update', hint: msg('Edit it.') },
  { name: 'Delete', hint: msg('Delete it.') },
] as const

export function CreatePermissionPage() {
  const queryClient = useQueryClient()
  return (
    <CreatePage
      title={t('Create permission')}
      width="narrow"
      lead={t('What someone can do in one area.')}
      submitLabel={t('Create permission')}
      failure={permissionMessages.saveFailed()}
      newValues={() => blank}
      listPath="/admin/permissions"
      create={async (body) => {
        await call(rolesContract.createPermission, { body })
        toast.success(permissionMessages.created())
        await queryClient.invalidateQueries({ queryKey: permissionsKey })
      }}
      Editor={PermissionEditor}
    />
  )
}

export function EditPermissionPage() {
  const { id = '' } = useParams()
  const mayUpdate = useMayCall()(rolesContract.updatePermission)
  const queryClient = useQueryClient()
  return (
    <EditPage
      title={t('Edit permission')}
      readOnlyTitle={t('Permission')}
      width="narrow"
      nameOf={({ name }) => name}
      lead={t('Changes apply right away to everyone with this permission.')}
      failure={permissionMessages.saveFailed()}
      query={useQuery(permissionQuery(id))}
      listPath="/admin/permissions"
      mayUpdate={mayUpdate}
      valuesOf={(permission): Values => permission}
      update={async (_, changed) => {
        const body = permissionFields.partial().parse(changed)
        const saved = await call(rolesContract.updatePermission, { params: { id }, body })
        toast.success(permissionMessages.updated())
        await queryClient.invalidateQueries({ queryKey: permissionsKey })
        return saved
      }}
      Editor={PermissionEditor}
    />
  )
}

function PermissionEditor(props: EditorPageProps<Values, PermissionFields>) {
  return (
    <Editor label={t('Permission')} resolver={check} names={names} {...props}>
      <NameSection title={t('Permission')} lead={t('Roles show this name.')}>
        <EntityField />
      </NameSection>
      <Section title={t('Allowed actions')} lead={t('Anything turned off is not allowed.')}>
        <StateFields />
      </Section>
    </Editor>
  )
}

function EntityField() {
  const { register, formState } = useFormContext<Values>()
  return (
    <Select
      label={t('Entity')}
      required
      options={[
        { value: '', label: t('Choose an area') },
        ...entities.map((entity) => ({ value: entity, label: say(entityWords[entity]) })),
      ]}
      error={formState.errors.entity?.message}
      {...register('entity')}
    />
  )
}

function StateFields() {
  const { register, watch } = useFormContext<Values>()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {states.map(({ name, hint }) => (
        <SwitchRow
          key={name}
          label={say(verbWords[name])}
          hint={say(hint)}
          checked={watch(name)}
          {...register(name)}
        />
      ))}
    </div>
  )
}
