import {
  ChevronsRightLeft,
  Copy,
  ExternalLink,
  Link2,
  Pause,
  Pencil,
  Play,
  ShieldAlert,
  Timer,
  Trash2,
} from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { FormSales } from '#selling/sales/ui/form-sales.tsx'
import { distanceText } from '#selling/timers/ui/timer-texts.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { iconButtonClass } from '#web/kit/layout/button.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import { formsContract, type FormCard } from '#selling/forms/contract.ts'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { copyPaymentLink, paymentLink, copyShortLink } from './sharing/links.ts'
import { ShareButton, CardAction } from './sharing/share-button.tsx'
import { ShownPriceText } from './shown-price-text.tsx'
import { usePausing, DisabledByPlanNote } from './pausing/pausing.tsx'

type Props = {
  readonly form: FormCard
  /** The ids of the forms on the page. */
  readonly among: readonly string[]
  readonly onDelete: () => void
}

export function FormCardView({ form, among, onDelete }: Props) {
  return (
    <li className="panel group relative flex animate-rise flex-col overflow-hidden transition hover:-translate-y-0.5 hover:shadow-float">
      <FormPicture image={form.image} video={form.video} />
      <div className="flex flex-1 flex-col gap-2 p-5 pb-3">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={`/forms/${form.id}`} className="rounded after:absolute after:inset-0 hover:text-brand">
            {cutText(form.title, 50)}
          </Link>
        </h2>
        {/* Shown above the title but read after it, so that the keyboard reaches the form before the pause button. */}
        <div className="-order-1 flex flex-wrap items-center justify-between gap-2">
          <p className="text-lg font-semibold text-brand">
            <ShownPriceText price={form.shownPrice} currency={form.currency} />
          </p>
          <div className="-mr-2.5 flex items-center gap-1">
            {form.isUnderAttack ? (
              <Badge tone="warning">
                <ShieldAlert aria-hidden className="size-4" />
                {t('Blocking card testing')}
              </Badge>
            ) : (
              <SaleState sale={form.sale} />
            )}
            <PauseAction form={form} />
          </div>
        </div>
        <p className="flex-1 text-pretty break-words text-muted">{cutText(form.description, 150)}</p>
        <FormSales formId={form.id} among={among} />
        {form.resting !== null && <DisabledByPlanNote parts={form.resting} />}
        <CardActions form={form} onDelete={onDelete} />
      </div>
    </li>
  )
}

/** Pauses or resumes the form's sales, next to its state. */
function PauseAction({ form: { id, title, isPaused } }: Pick<Props, 'form'>) {
  const mayUpdate = useMayCall()(formsContract.updateForm)
  const { mutate, isPending } = usePausing()
  if (!mayUpdate) return null
  const name = cutText(title, 50)
  const Icon = isPaused ? Play : Pause
  return (
    // Above the link that covers the card.
    <CardAction label={isPaused ? t('Resume sales') : t('Pause sales')} className="z-10">
      <button
        type="button"
        aria-label={isPaused ? t('Resume sales of {name}', { name }) : t('Pause sales of {name}', { name })}
        aria-busy={isPending}
        className={iconButtonClass}
        onClick={() => mutate({ id, isPaused: !isPaused })}
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </CardAction>
  )
}

/** The form's actions, labeled with its name; the most used come first. */
function CardActions({ form: { id, title }, onDelete }: Omit<Props, 'among'>) {
  const mayCall = useMayCall()
  const name = cutText(title, 50)
  return (
    <div className="relative -mx-5 mt-2 -mb-3 flex flex-wrap items-center border-t border-line px-2.5 py-2">
      <CardAction label={t('Open page')}>
        <a
          href={paymentLink(id)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('Open page of {name}', { name })}
          className={iconButtonClass}
        >
          <ExternalLink aria-hidden className="size-5" />
        </a>
      </CardAction>
      <CardAction label={t('Timers')}>
        <Link
          to={`/forms/details/${id}`}
          aria-label={t('Timers of {name}', { name })}
          className={iconButtonClass}
        >
          <Timer aria-hidden className="size-5" />
        </Link>
      </CardAction>
      <CardAction label={t('Copy link')}>
        <button
          type="button"
          aria-label={t('Copy link of {name}', { name })}
          className={iconButtonClass}
          onClick={() => void copyPaymentLink(id)}
        >
          <Link2 aria-hidden className="size-5" />
        </button>
      </CardAction>
      <CardAction label={t('Copy short link')}>
        <button
          type="button"
          aria-label={t('Copy short link of {name}', { name })}
          className={iconButtonClass}
          onClick={() => void copyShortLink(id)}
        >
          <ChevronsRightLeft aria-hidden className="size-5" />
        </button>
      </CardAction>
      <ShareButton form={{ id, title }} />
      {mayCall(formsContract.updateForm) && (
        <CardAction label={t('Edit')}>
          <Link to={`/forms/edit/${id}`} aria-label={t('Edit {name}', { name })} className={iconButtonClass}>
            <Pencil aria-hidden className="size-5" />
          </Link>
        </CardAction>
      )}
      {mayCall(formsContract.createForm) && (
        <CardAction label={t('Duplicate')}>
          <Link
            to={`/forms/duplicate/${id}`}
            aria-label={t('Duplicate {name}', { name })}
            className={iconButtonClass}
          >
            <Copy aria-hidden className="size-5" />
          </Link>
        </CardAction>
      )}
      {mayCall(formsContract.deleteForm) && (
        <CardAction label={t('Delete')} className="ml-auto">
          <button
            type="button"
            aria-label={t('Delete {name}', { name })}
            className={`${iconButtonClass} hover:bg-danger-soft! hover:text-danger!`}
            onClick={onDelete}
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </CardAction>
      )}
    </div>
  )
}

/** Whether the form sells, and its timers' next change. */
function SaleState({ sale: { state, nextChange } }: Pick<FormCard, 'sale'>) {
  const now = useNow()
  if (state === 'suspended') return <Badge tone="danger">{t('Suspended')}</Badge>
  if (state === 'closed') return <Badge tone="warning">{t('Not accepting payments')}</Badge>
  if (state === 'not_onboarded') return <Badge tone="warning">{t('Finish Stripe setup')}</Badge>
  if (state === 'paused') return <Badge tone="warning">{t('Paused')}</Badge>
  if (state === 'over') return <Badge>{t('Sale ended')}</Badge>
  if (state === 'sold_out') return <Badge>{t('Sold out')}</Badge>
  if (nextChange === null) return <Badge tone="success">{t('Live')}</Badge>
  const distance = distanceText(Date.parse(nextChange.at), now)
  return (
    <Badge tone="brand">
      {nextChange.what === 'price'
        ? t('Price changes {distance}', { distance })
        : t('Sale ends {distance}', { distance })}
    </Badge>
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
