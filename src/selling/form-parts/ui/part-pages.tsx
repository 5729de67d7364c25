import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { CreatePage, EditPage } from '#web/kit/form/editor-pages.tsx'
import { partQuery, useCreatePart, type FormPart, type Part } from './form-part.ts'

type CreateProps<One extends Part, Values, Edited> = {
  readonly part: FormPart<One, Edited>
} & Omit<ComponentProps<typeof CreatePage<Values, Edited>>, 'failure' | 'create' | 'listPath'>

export function CreatePartPage<One extends Part, Values, Edited>({
  part,
  ...page
}: CreateProps<One, Values, Edited>) {
  const create = useCreatePart(part)
  return (
    <CreatePage<Values, Edited>
      {...page}
      failure={part.messages.createFailed}
      create={create}
      listPath={part.path}
    />
  )
}

type EditProps<One extends Part, Values, Edited> = {
  readonly part: FormPart<One, Edited>
} & Pick<
  ComponentProps<typeof EditPage<One, Values, Edited>>,
  'title' | 'readOnlyTitle' | 'width' | 'valuesOf' | 'Editor'
>

/** Changes the part that the address names; forms that are made of it are read anew. */
export function EditPartPage<One extends Part, Values, Edited>({
  part,
  ...page
}: EditProps<One, Values, Edited>) {
  const { id = '' } = useParams()
  const queryClient = useQueryClient()
  const mayCall = useMayCall()
  return (
    <EditPage<One, Values, Edited>
      {...page}
      query={useQuery(partQuery(part, id))}
      listPath={part.path}
      mayUpdate={mayCall({ right: part.routes.update.right ?? null })}
      leadOf={({ title }) => title}
      failure={part.messages.updateFailed}
      update={async (stored, edited) => {
        const saved = await part.update(stored, edited)
        toast.success(part.messages.updated)
        await queryClient.invalidateQueries({ queryKey: part.key })
        await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
        return saved
      }}
    />
  )
}
