import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Loaded } from '#web/kit/loaded.tsx'
import { Page } from '#web/kit/page.tsx'
import { bumpsContract, type Bump, type BumpCreate } from '../contract.ts'
import { bumpMessages } from '../messages.ts'
import { BumpEditor } from './bump-editor.tsx'
import { bumpValuesOf, type BumpValues } from './bump-values.ts'
import { bumpQuery, bumpsKey } from './queries.ts'

export function EditBumpPage() {
  const { id = '' } = useParams()
  const query = useQuery(bumpQuery(id))
  return (
    <Loaded title="Edit bump" query={query}>
      {(bump) => <EditBump key={bump.id} bump={bump} />}
    </Loaded>
  )
}

function EditBump({ bump }: { readonly bump: Bump }) {
  const queryClient = useQueryClient()
  const isReadOnly = !useMayCall()(bumpsContract.updateBump)
  const [initial] = useState(() => bumpValuesOf(bump))

  async function save(edited: BumpCreate): Promise<BumpValues> {
    const saved = await call(bumpsContract.updateBump, { params: { id: bump.id }, body: edited })
    toast.success(bumpMessages.updated)
    await queryClient.invalidateQueries({ queryKey: bumpsKey })
    await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
    return bumpValuesOf(saved)
  }

  return (
    <Page title={isReadOnly ? 'Bump' : 'Edit bump'} lead={bump.title}>
      <BumpEditor
        isReadOnly={isReadOnly}
        initial={initial}
        submitLabel="Save changes"
        failure={bumpMessages.updateFailed}
        keepsStoredFiles
        onSave={save}
      />
    </Page>
  )
}
