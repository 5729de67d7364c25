import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { CreatePage, EditPage, type EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { SwitchRow } from '#web/kit/form/switch-row.tsx'
import { givenRole, rolesContract, type RoleFields } from '../contract.ts'
import { roleMessages } from '../messages.ts'
import { NameSection } from './name-section.tsx'
import { PermissionChoices } from './permission-choices.tsx'
import { roleQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

const blank: RoleFields = { name: '', description: '', permissions: [], forTeams: false }
const check = zodResolver<RoleFields, unknown, RoleFields>(givenRole)
const names = ['name', 'description', 'permissions', 'forTeams'] as const

export function CreateRolePage() {
  const queryClient = useQueryClient()
  return (
    <CreatePage
      title="Create role"
      width="narrow"
      lead="Permissions under one name."
      submitLabel="Create role"
      failure={roleMessages.saveFailed}
      newValues={() => blank}
      listPath="/admin/roles"
      create={async (body) => {
        await call(rolesContract.createRole, { body })
        toast.success(roleMessages.created)
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
      title="Edit role"
      readOnlyTitle="Role"
      width="narrow"
      leadOf={() => 'A change takes effect at once for everybody who has it.'}
      failure={roleMessages.saveFailed}
      query={useQuery(roleQuery(id))}
      listPath="/admin/roles"
      mayUpdate={mayUpdate}
      valuesOf={(role): RoleFields => role}
      update={async (_, body) => {
        const saved = await call(rolesContract.updateRole, { params: { id }, body })
        toast.success(roleMessages.updated)
        await queryClient.invalidateQueries({ queryKey: rolesKey })
        return saved
      }}
      Editor={RoleEditor}
    />
  )
}

function RoleEditor(props: EditorPageProps<RoleFields, RoleFields>) {
  const { isNew: _, ...editor } = props
  return (
    <Editor label="Role" resolver={check} names={names} {...editor}>
      <NameSection title="Role" lead="Whoever assigns it sees the name and the description.">
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
      label="For teams"
      hint="The owners of shops can give it to the members of their teams."
      checked={watch('forTeams')}
      {...register('forTeams')}
    />
  )
}
