import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Loaded } from '#web/kit/loaded.tsx'
import { Page } from '#web/kit/page.tsx'
import { taxesContract, type Tax } from '../contract.ts'
import { taxMessages } from '../messages.ts'
import { taxesKey, taxQuery } from './queries.ts'
import { TaxEditor } from './tax-editor.tsx'
import { taxValuesOf, type EditedTax, type TaxValues } from './tax-values.ts'

export function EditTaxPage() {
  const { id = '' } = useParams()
  const query = useQuery(taxQuery(id))
  return (
    <Loaded title="Edit tax" query={query}>
      {(tax) => <EditTax key={tax.id} tax={tax} />}
    </Loaded>
  )
}

function EditTax({ tax }: { readonly tax: Tax }) {
  const queryClient = useQueryClient()
  const isReadOnly = !useMayCall()(taxesContract.updateTax)
  const [initial] = useState(() => taxValuesOf(tax))

  async function save(edited: EditedTax): Promise<TaxValues> {
    const saved = await call(taxesContract.updateTax, { params: { id: tax.id }, body: edited })
    toast.success(taxMessages.updated)
    await queryClient.invalidateQueries({ queryKey: taxesKey })
    await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
    return taxValuesOf(saved)
  }

  return (
    <Page title={isReadOnly ? 'Tax' : 'Edit tax'} width="narrow" lead={tax.title}>
      <TaxEditor
        isReadOnly={isReadOnly}
        initial={initial}
        hasActive
        submitLabel="Save changes"
        failure={taxMessages.updateFailed}
        onSave={save}
      />
    </Page>
  )
}
