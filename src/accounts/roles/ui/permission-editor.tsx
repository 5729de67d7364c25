import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { entities } from '#foundation/http/entities.ts'
import { EditorFields } from '#web/kit/editor-fields.tsx'
import { Loaded } from '#web/kit/loaded.tsx'
import { Page } from '#web/kit/page.tsx'
import { SaveBar } from '#web/kit/save-bar.tsx'
import { Section } from '#web/kit/section.tsx'
import { Select } from '#web/kit/select.tsx'
import { SwitchRow } from '#web/kit/switch-row.tsx'
import { TextInput } from '#web/kit/text-input.tsx'
import { Textarea } from '#web/kit/textarea.tsx'
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx'
import { useEditor } from '#web/kit/use-editor.ts'
import { permissionFields, rolesContract, type PermissionFields } from '../contract.ts'
import { permissionMessages } from '../messages.ts'
import { entityWords } from './entity-words.ts'
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
  { name: 'Read', hint: 'See it, in lists and one by one.' },
  { name: 'Write', hint: 'Create a new one.' },
  { name: 'Update', hint: 'Change one that exists.' },
  { name: 'Delete', hint: 'Delete one.' },
] as const

export function CreatePermissionPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <Page title="Create permission" width="narrow" lead="What may be done to one kind of thing.">
      <PermissionEditor
        initial={blank}
        label="Create permission"
        onSave={async (body) => {
          await call(rolesContract.createPermission, { body })
          toast.success(permissionMessages.created)
          await queryClient.invalidateQueries({ queryKey: permissionsKey })
          await navigate('/admin/permissions')
          return null
        }}
      />
    </Page>
  )
}

export function EditPermissionPage() {
  const { id = '' } = useParams()
  const isReadOnly = !useMayCall()(rolesContract.updatePermission)
  const queryClient = useQueryClient()
  return (
    <Loaded title="Edit permission" query={useQuery(permissionQuery(id))}>
      {(permission) => (
        <Page
          title={isReadOnly ? 'Permission' : 'Edit permission'}
          width="narrow"
          lead="A change takes effect at once for everybody who has a role with it."
        >
          <PermissionEditor
            key={permission.id}
            initial={permission}
            label="Save changes"
            isReadOnly={isReadOnly}
            onSave={async (body) => {
              const saved = await call(rolesContract.updatePermission, { params: { id }, body })
              toast.success(permissionMessages.updated)
              await queryClient.invalidateQueries({ queryKey: permissionsKey })
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
  readonly initial: Values
  readonly label: string
  readonly onSave: (fields: PermissionFields) => Promise<Values | null>
}

function PermissionEditor({ initial, label, onSave, isReadOnly = false }: Props) {
  const { methods, element, isSaved, submit } = useEditor({
    initial,
    resolver: check,
    names,
    failure: permissionMessages.saveFailed,
    onSave,
  })
  const { register, watch, formState } = methods
  const { errors, isDirty, isSubmitting } = formState
  return (
    <>
      <form
        ref={element}
        noValidate
        aria-label="Permission"
        className="grid grid-cols-1 gap-6"
        onSubmit={submit}
      >
        <EditorFields isReadOnly={isReadOnly}>
          <Section title="Permission" lead="Roles show this name.">
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
            <Select
              label="Entity"
              required
              options={[
                { value: '', label: 'Choose what it is about' },
                ...entities.map((entity) => ({ value: entity, label: entityWords[entity] })),
              ]}
              error={errors.entity?.message}
              {...register('entity')}
            />
          </Section>
          <Section title="What may be done" lead="Anything that is off is not allowed.">
            <div className="grid gap-3 sm:grid-cols-2">
              {states.map(({ name, hint }) => (
                <SwitchRow key={name} label={name} hint={hint} checked={watch(name)} {...register(name)} />
              ))}
            </div>
          </Section>
        </EditorFields>
        {!isReadOnly && <SaveBar isDirty={isDirty} isBusy={isSubmitting} label={label} />}
      </form>
      <UnsavedChanges isDirty={isDirty} isSaved={isSaved} />
    </>
  )
}
