import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { Section } from '#forms/ui/section.tsx'
import { UnsavedChanges } from '#forms/ui/unsaved-changes.tsx'
import { givenRole, rolesContract, type RoleFields } from '#roles/contract.ts'
import { roleMessages } from '#roles/messages.ts'
import { call } from '#shell/session.ts'
import { EditorFields } from '#shell/ui/editor-fields.tsx'
import { Loaded } from '#shell/ui/loaded.tsx'
import { Page } from '#shell/ui/page.tsx'
import { SaveBar } from '#shell/ui/save-bar.tsx'
import { SwitchRow } from '#shell/ui/switch-row.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'
import { Textarea } from '#shell/ui/textarea.tsx'
import { useEditor } from '#shell/use-editor.ts'
import { PermissionChoices } from './permission-choices.tsx'
import { roleQuery, rolesKey } from './queries.ts'
import { useMayCall } from './use-may-call.ts'

const blank: RoleFields = { name: '', description: '', permissions: [], forTeams: false }
const check = zodResolver<RoleFields, unknown, RoleFields>(givenRole)
const names = ['name', 'description', 'permissions', 'forTeams'] as const

export function CreateRolePage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <Page title="Create role" width="narrow" lead="Permissions under one name.">
      <RoleEditor
        initial={blank}
        label="Create role"
        onSave={async (body) => {
          await call(rolesContract.createRole, { body })
          toast.success(roleMessages.created)
          await queryClient.invalidateQueries({ queryKey: rolesKey })
          await navigate('/admin/roles')
          return null
        }}
      />
    </Page>
  )
}

export function EditRolePage() {
  const { id = '' } = useParams()
  const isReadOnly = !useMayCall()(rolesContract.updateRole)
  const queryClient = useQueryClient()
  return (
    <Loaded title="Edit role" query={useQuery(roleQuery(id))}>
      {(role) => (
        <Page
          title={isReadOnly ? 'Role' : 'Edit role'}
          width="narrow"
          lead="A change counts at once for everybody who has it."
        >
          <RoleEditor
            key={role.id}
            initial={role}
            label="Save changes"
            isReadOnly={isReadOnly}
            onSave={async (body) => {
              const saved = await call(rolesContract.updateRole, { params: { id }, body })
              toast.success(roleMessages.updated)
              await queryClient.invalidateQueries({ queryKey: rolesKey })
              return saved
            }}
          />
        </Page>
      )}
    </Loaded>
  )
}

type Props = {
  /** For who may see it and not change it. */
  readonly isReadOnly?: boolean
  readonly initial: RoleFields
  readonly label: string
  readonly onSave: (fields: RoleFields) => Promise<RoleFields | null>
}

function RoleEditor({ initial, label, onSave, isReadOnly = false }: Props) {
  const { methods, element, isSaved, submit } = useEditor({
    initial,
    resolver: check,
    names,
    failure: roleMessages.saveFailed,
    onSave,
  })
  const { register, watch, formState } = methods
  const { errors, isDirty, isSubmitting } = formState
  return (
    <FormProvider {...methods}>
      <form ref={element} noValidate aria-label="Role" className="grid grid-cols-1 gap-6" onSubmit={submit}>
        <EditorFields isReadOnly={isReadOnly}>
          <Section title="Role" lead="Who gives it out reads the name and the description.">
            <TextInput
              label="Name"
              required
              maxLength={120}
              error={errors.name?.message}
              {...register('name')}
            />
            <Textarea
              label="Description"
              required
              maxLength={10_000}
              error={errors.description?.message}
              {...register('description')}
            />
            <SwitchRow
              label="For teams"
              hint="The owners of shops can give it to the members of their teams."
              checked={watch('forTeams')}
              {...register('forTeams')}
            />
          </Section>
          <PermissionChoices />
        </EditorFields>
        {!isReadOnly && <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={label} />}
      </form>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </FormProvider>
  )
}
