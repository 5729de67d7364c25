import { useQuery } from '@tanstack/react-query'
import { ListPlus, Plus } from 'lucide-react'
import { type ComponentType, useId, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { itemChoicesQuery } from '#selling/catalog/ui/catalog-item.ts'
import { CreateItemDialog, type CreateItemProps } from '#selling/catalog/ui/item-editors.tsx'
import { currencyProblem } from '#selling/products/ui/currency-problem.ts'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { type Bump, bumpsContract } from '#selling/products/contract.ts'
import { bumpForm, bumpItem, newBumpValues } from './bump-item.ts'
import { BumpChoicesDialog, ChosenBumps } from './bump-choices.tsx'

type Props = {
  readonly label: string
  /** The ids of bumps, in their order on the page. */
  readonly chosen: readonly string[]
  /** The form's currency. */
  readonly currency: string
  readonly most: number
  readonly onChange: (ids: string[]) => void
  readonly error: string | undefined
  /** What is shown below a chosen bump, which is called `name`. */
  readonly Details?: ComponentType<{ readonly id: string; readonly name: string }>
}

/** Lets the seller choose, order and create bumps. */
export function BumpPicker({ label, chosen, currency, most, onChange, error, Details }: Props) {
  const { data: bumps } = useQuery(itemChoicesQuery(bumpItem))
  const mayCreate = useMayCall()(bumpsContract.createBump)
  const [open, setOpen] = useState<'choices' | 'create' | null>(null)
  const isFull = chosen.length >= most
  const errorId = useId()

  function add(bump: Bump): void {
    if (currencyProblem(bump.currency, currency) === null) onChange([...chosen, bump.id])
  }

  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-4">
      <ChosenBumps {...{ label, chosen, bumps, currency, onChange, Details }} />
      <div className="flex flex-wrap gap-3">
        {bumps?.length !== 0 && (
          <Button
            variant="secondary"
            data-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            disabled={isFull}
            onClick={() => setOpen('choices')}
          >
            <ListPlus aria-hidden className="size-5" />
            {t('Choose bumps')}
          </Button>
        )}
        {mayCreate && (
          <Button variant="secondary" disabled={isFull} onClick={() => setOpen('create')}>
            <Plus aria-hidden className="size-5" />
            {t('Create bump')}
          </Button>
        )}
      </div>
      <FieldError id={errorId} message={error} />
      <BumpChoicesDialog
        isOpen={open === 'choices'}
        title={label}
        bumps={bumps}
        chosen={chosen}
        currency={currency}
        onChange={(ids) => onChange(ids.slice(0, most))}
        onClose={() => setOpen(null)}
      />
      <CreateBumpDialog
        isOpen={open === 'create'}
        currency={currency}
        onClose={() => setOpen(null)}
        onCreated={add}
      />
    </div>
  )
}

type CreateBumpDialogProps = CreateItemProps<Bump> & {
  /** The form's currency. */
  readonly currency: string
}

/** Creates an order bump for a form. */
function CreateBumpDialog({ currency, ...dialog }: CreateBumpDialogProps) {
  return (
    <CreateItemDialog
      item={bumpItem}
      title={t('Create Bump')}
      description={t('You can reuse it on other forms.')}
      label={t('Bump')}
      submitLabel={t('Create bump')}
      initial={newBumpValues(currency)}
      {...bumpForm}
      {...dialog}
    >
      <TitleField label={t('Title')} placeholder={t('The printed workbook')} />
      <DescriptionField placeholder={t('Why is it worth adding?')} />
      <PictureField type="bump" />
      <PriceFields />
    </CreateItemDialog>
  )
}
