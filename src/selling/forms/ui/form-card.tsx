import { Copy, Link2, Pencil, Scissors, ShieldAlert, Timer, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Badge } from '#web/kit/badge.tsx'
import { IconButton, iconButtonClass } from '#web/kit/button.tsx'
import { cutText } from '#web/kit/cut-text.ts'
import { formsContract, type FormCard } from '../contract.ts'
import { priceText } from '../price-text.ts'
import { FormPicture } from './form-picture.tsx'
import { copyPaymentLink } from './payment-link.ts'
import { RestingNote } from './resting-note.tsx'
import { ShareButton } from './share-button.tsx'
import { copyShortLink } from './short-link.ts'

type Props = { readonly form: FormCard; readonly onDelete: () => void }

export function FormCardView({ form, onDelete }: Props) {
  const mayCall = useMayCall()
  return (
    <li className="panel group relative flex animate-rise flex-col overflow-hidden transition hover:-translate-y-0.5 hover:shadow-float">
      <FormPicture image={form.image} video={form.video} />
      <div className="flex flex-1 flex-col gap-2 p-5 pb-3">
        <p className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold text-brand">
          {priceText(form)}
          {form.isUnderAttack && (
            <Badge tone="warning">
              <ShieldAlert aria-hidden className="size-4" />
              Card testing held back
            </Badge>
          )}
        </p>
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={`/forms/${form.id}`} className="rounded after:absolute after:inset-0 hover:text-brand">
            {cutText(form.title, 50)}
          </Link>
        </h2>
        <p className="flex-1 text-pretty break-words text-muted">{cutText(form.description, 150)}</p>
        {form.resting !== null && <RestingNote parts={form.resting} />}
        <div className="relative -mx-5 mt-2 -mb-3 flex flex-wrap items-center gap-0.5 border-t border-line px-2.5 py-2">
          <Link
            to={`/forms/details/${form.id}`}
            aria-label="Timers"
            title="Timers"
            className={iconButtonClass}
          >
            <Timer aria-hidden className="size-5" />
          </Link>
          <IconButton label="Copy link" onClick={() => void copyPaymentLink(form.id)}>
            <Link2 aria-hidden className="size-5" />
          </IconButton>
          <IconButton label="Copy short link" onClick={() => void copyShortLink(form.id)}>
            <Scissors aria-hidden className="size-5" />
          </IconButton>
          <ShareButton form={form} />
          {mayCall(formsContract.updateForm) && (
            <Link to={`/forms/edit/${form.id}`} aria-label="Edit" title="Edit" className={iconButtonClass}>
              <Pencil aria-hidden className="size-5" />
            </Link>
          )}
          {mayCall(formsContract.createForm) && (
            <Link
              to={`/forms/duplicate/${form.id}`}
              aria-label="Duplicate"
              title="Duplicate"
              className={iconButtonClass}
            >
              <Copy aria-hidden className="size-5" />
            </Link>
          )}
          {mayCall(formsContract.deleteForm) && (
            <IconButton
              label="Delete"
              className="ml-auto hover:bg-danger-soft! hover:text-danger!"
              onClick={onDelete}
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          )}
        </div>
      </div>
    </li>
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
