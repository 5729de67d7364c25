import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { EditorFields } from '#web/kit/editor-fields.tsx'
import { Loaded } from '#web/kit/loaded.tsx'
import { Page } from '#web/kit/page.tsx'
import { SaveBar } from '#web/kit/save-bar.tsx'
import { Section } from '#web/kit/section.tsx'
import { SwitchRow } from '#web/kit/switch-row.tsx'
import { TextInput } from '#web/kit/text-input.tsx'
import { Textarea } from '#web/kit/textarea.tsx'
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import { givenRole, rolesContract, type RoleFields } from '../contract.ts'
import { roleMessages } from '../messages.ts'
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
          lead="A change takes effect at once for everybody who has it."
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
          <Section title="Role" lead="Whoever assigns it sees the name and the description.">
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
