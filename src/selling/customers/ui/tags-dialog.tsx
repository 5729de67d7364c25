import { useState } from 'react'
import { call } from '#accounts/identity/ui/session.ts'
import { mergedSet } from '#web/kit/list/merged-set.ts'
import { customersContract, type CustomerDetail } from '../contract.ts'
import { OneTextDialog } from './one-text-dialog.tsx'
import { problemOf } from './problem-of.ts'

const { getCustomer, tagCustomer } = customersContract

type Props = { readonly customer: CustomerDetail; readonly onClose: () => void }

/** A customer's tags as one line. What a colleague has given or taken since it was opened stays so. */
export function TagsDialog({ customer, onClose }: Props) {
  const params = { id: customer.id }
  const [opened] = useState(customer.tags)

  async function save(written: readonly string[]): Promise<CustomerDetail> {
    const current = (await call(getCustomer, { params })).tags
    return call(tagCustomer, { params, body: { tags: mergedSet(opened, written, current) } })
  }

  return (
    <OneTextDialog
      title="Edit tags"
      description="Words by which you find groups of customers. Only your team sees them."
      label="Tags"
      hint="Separated by commas"
      kind="line"
      isRequired={false}
      initial={opened.join(', ')}
      saveLabel="Save tags"
      done="Tags saved"
      check={(text) => problemOf(tagCustomer.body.safeParse({ tags: tagsIn(text) }))}
      onSave={(text) => save(tagsIn(text))}
      onClose={onClose}
    />
  )
}

function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
