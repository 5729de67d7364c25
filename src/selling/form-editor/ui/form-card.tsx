import { Link2, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { FormSales } from '#selling/sales/ui/form-sales.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import { formsContract, type FormCard } from '#selling/forms/contract.ts'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { FormMenu } from './form-menu.tsx'
import { copyPaymentLink } from './sharing/links.ts'
import { AttackBadge, SaleBadge } from './sale-badge.tsx'
import { ShownPriceText } from './shown-price-text.tsx'
import { DisabledByPlanNote } from './pausing/pausing.tsx'

type Props = {
  readonly form: FormCard
  /** The ids of the forms on the page. */
  readonly among: readonly string[]
  readonly onDelete: () => void
}

export function FormCardView({ form, among, onDelete }: Props) {
  return (
    // An open menu lies above the cards that follow.
    <li className="panel group relative flex animate-rise flex-col transition hover:-translate-y-0.5 hover:shadow-float has-aria-expanded:z-20">
      <div className="overflow-hidden rounded-t-[inherit]">
        <FormPicture image={form.image} video={form.video} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={`/forms/${form.id}`} className="rounded after:absolute after:inset-0 hover:text-brand">
            {cutText(form.title, 50)}
          </Link>
        </h2>
        {/* Screen readers read the badge after the title, although it is shown above it. */}
        <p className="-order-1">{form.isUnderAttack ? <AttackBadge /> : <SaleBadge sale={form.sale} />}</p>
        <p className="text-lg font-semibold text-brand">
          <ShownPriceText price={form.shownPrice} currency={form.currency} />
        </p>
        <p className="flex-1 text-pretty break-words text-muted">
          {cutText(excerptOf(form.description), 150).replace(/ ·…$/, '…')}
        </p>
        <FormSales formId={form.id} among={among} />
        {form.resting !== null && <DisabledByPlanNote parts={form.resting} />}
        <CardActions form={form} onDelete={onDelete} />
      </div>
    </li>
  )
}

/** A plain description on one line, with a separator between items unless one ends like a sentence. */
function excerptOf(description: string): string {
  const parts = description.split(/\n+/).map((part) => part.replace(/^(?:• ?)+/, '').trim())
  return parts
    .filter((part) => part !== '')
    .join(' · ')
    .replaceAll(/(?<=[.!?…:]) · /gu, ' ')
}

/** The form's actions, labeled with its name. */
function CardActions({ form, onDelete }: Omit<Props, 'among'>) {
  const mayUpdate = useMayCall()(formsContract.updateForm)
  const name = cutText(form.title, 50)
  return (
    // These buttons lie above the link that covers the card.
    <div className="relative z-10 mt-2 flex flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        className="flex-1"
        aria-label={t('Copy link of {name}', { name })}
        onClick={() => void copyPaymentLink(form.id)}
      >
        <Link2 aria-hidden className="size-4.5" />
        {t('Copy link')}
      </Button>
      {mayUpdate && (
        <Link
          to={`/forms/edit/${form.id}`}
          aria-label={t('Edit {name}', { name })}
          className={`flex-1 ${buttonClass('secondary')}`}
        >
          <Pencil aria-hidden className="size-4.5" />
          {t('Edit')}
        </Link>
      )}
      <FormMenu form={form} onDelete={onDelete} />
    </div>
  )
}

export function FormCardSkeleton() {
  return (
    <li aria-hidden className="panel animate-pulse overflow-hidden">
      <div className="aspect-video bg-sunken" />
      <div className="grid gap-3 p-5">
        <div className="h-5 w-24 rounded bg-sunken" />
        <div className="h-5 w-4/5 rounded bg-sunken" />
        <div className="h-16 rounded bg-sunken" />
      </div>
    </li>
  )
}
