import { ChevronsRightLeft, Copy, ExternalLink, Link2, Pencil, Timer, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { taxLabel } from '#payments/pricing/shown-price.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass, IconButton } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { type Form, formsContract } from '#selling/forms/contract.ts'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { PriceSales } from '#selling/sales/ui/form-sales.tsx'
import { priceName } from '#selling/forms/price/price-text.ts'
import { DeleteFormDialog } from './delete-form-dialog.tsx'
import { FormCheck } from './check/check-panel.tsx'
import { FormPrice, StateBadge } from './form-price.tsx'
import { LoadedForm } from './editor/loaded-form.tsx'
import { PauseButton, PausedNote, DisabledByPlanNote } from './pausing/pausing.tsx'
import { copyPaymentLink, paymentLink, copyShortLink } from './sharing/links.ts'
import { ShareButton } from './sharing/share-button.tsx'
import { pricesOf } from './prices/arrange-prices.ts'
import { priceText } from './prices/price-sentence.ts'

const FormDescription = lazy(async () => ({
  default: (await import('./description/form-description.tsx')).FormDescription,
}))

export function FormPage() {
  return <LoadedForm title={t('Form')}>{(form) => <FormDisplay form={form} />}</LoadedForm>
}

function FormDisplay({ form }: { readonly form: Form }) {
  const navigate = useNavigate()
  const mayCall = useMayCall()
  const mayUpdate = mayCall(formsContract.updateForm)
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <Page
      title={form.title}
      lead={form.name === '' ? undefined : form.name}
      actions={
        <>
          {mayUpdate && (
            <Link
              to={`/forms/edit/${form.id}`}
              // On a paused form, resuming is the main action.
              className={buttonClass(form.isPaused ? 'secondary' : 'primary')}
            >
              <Pencil aria-hidden className="size-4.5" />
              {t('Edit')}
            </Link>
          )}
          <Link to={`/forms/details/${form.id}`} className={buttonClass('secondary')}>
            <Timer aria-hidden className="size-4.5" />
            {t('Timers')}
          </Link>
          {mayUpdate && <PauseButton form={form} isMain />}
          {mayCall(formsContract.createForm) && (
            <Link to={`/forms/duplicate/${form.id}`} className={buttonClass('secondary')}>
              <Copy aria-hidden className="size-4.5" />
              {t('Duplicate')}
            </Link>
          )}
          {mayCall(formsContract.deleteForm) && (
            <Button variant="secondary" onClick={() => setIsDeleting(true)}>
              <Trash2 aria-hidden className="size-4.5" />
              {t('Delete')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 content-start gap-6">
          {form.isPaused && <PausedNote />}
          <PublicLink form={form} />
          {mayUpdate && <FormCheck form={form} />}
          <section aria-label={t('Summary')} className="panel p-5 sm:p-7">
            <Suspense fallback={<Skeleton blocks={['h-24']} />}>
              <FormDescription form={form} />
            </Suspense>
            <DisabledByPlan form={form} />
            <dl className="mt-6 grid gap-x-8 gap-y-5 border-t border-line pt-6 sm:grid-cols-2">
              <Summary form={form} />
            </dl>
          </section>
        </div>
        <div className="panel self-start overflow-hidden">
          <FormPicture image={form.image} video={form.video} />
          <div className="flex items-center justify-between gap-3 p-5">
            <p className="text-xl font-semibold text-brand">
              <FormPrice form={form} />
            </p>
            <span aria-hidden className="flex gap-1.5">
              <span
                className="size-6 rounded-full border border-line"
                style={{ background: form.themeColor }}
              />
              <span
                className="size-6 rounded-full border border-line"
                style={{ background: form.buttonTextColor }}
              />
            </span>
          </div>
        </div>
      </div>
      <DeleteFormDialog
        form={isDeleting ? form : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void navigate('/forms', { replace: true })}
      />
    </Page>
  )
}

function PublicLink({ form }: { readonly form: Form }) {
  const formId = form.id
  return (
    <section aria-label={t('Public link')} className="panel flex flex-wrap items-center gap-3 p-5">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-1">
        <Link2 aria-hidden className="mr-2 size-5 shrink-0 text-brand" />
        <p className="min-w-0 flex-1 truncate font-mono text-sm">{paymentLink(formId)}</p>
        <IconButton label={t('Copy link')} onClick={() => void copyPaymentLink(formId)}>
          <Copy aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={t('Copy short link')} onClick={() => void copyShortLink(formId)}>
          <ChevronsRightLeft aria-hidden className="size-5" />
        </IconButton>
      </div>
      <div className="flex flex-wrap gap-3">
        <ShareButton form={form} isLabeled />
        <a href={paymentLink(formId)} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          <ExternalLink aria-hidden className="size-4.5" />
          {t('Open page')}
        </a>
      </div>
    </section>
  )
}

/** Parts of the form that the plan disables, and its page leaves out. */
function DisabledByPlan({ form }: { readonly form: Form }) {
  const plan = useSellerState(true)?.plan ?? null
  const { bumps, otoSequenceList, oneTimeOffer, tax, timers } = form
  if (plan === null || opensExtras(plan)) return null
  const offers = otoSequenceList.length + (oneTimeOffer === null ? 0 : 1)
  const parts = { bumps: bumps.length, offers, taxes: tax === null ? 0 : 1, timers: timers.length }
  if (Object.values(parts).every((count) => count === 0)) return null
  return (
    <div className="mt-6">
      <DisabledByPlanNote parts={parts} />
    </div>
  )
}

function Summary({ form }: { readonly form: Form }) {
  const ending =
    form.cancelAfter === 0
      ? t('Until canceled')
      : t('Ends automatically after {count, plural, one {# payment} other {# payments}}', {
          count: form.cancelAfter,
        })
  return (
    <>
      {form.prices.length > 0 ? (
        <Fact name={t('Price options')}>
          <PriceList form={form} />
        </Fact>
      ) : (
        <Fact name={t('Price')}>
          <FormPrice form={form} />
        </Fact>
      )}
      {form.prices.length === 0 && form.priceType === 'RecurringPrice' && (
        <Fact name={t('Runs')}>{ending}</Fact>
      )}
      {form.tax !== null && (
        <Fact name={t('Tax')}>
          {form.tax.inclusive
            ? t('{tax}, included', { tax: taxLabel(form.tax.title, String(form.tax.percentage)) })
            : t('{tax}, added', { tax: taxLabel(form.tax.title, String(form.tax.percentage)) })}
        </Fact>
      )}
      {form.bumps.length > 0 && <Fact name={t('Order bumps')}>{titlesOf(form.bumps)}</Fact>}
      {(form.oneTimeOffer !== null || form.otoSequenceList.length > 0) && (
        <Fact name={t('One-time offers')}>
          {titlesOf([form.oneTimeOffer, ...form.otoSequenceList].filter((offer) => offer !== null))}
        </Fact>
      )}
      <Fact name={t('Timers')}>
        {form.timers.length === 0 ? t('None') : <Badge tone="brand">{form.timers.length}</Badge>}
      </Fact>
      <Fact name={t('Files')}>
        {form.files.length === 0
          ? t('None')
          : listText(
              form.files.map(({ name }) => name),
              'unit',
            )}
      </Fact>
      <Fact name={t('After payment')}>{form.redirectUrl ?? form.successMessage ?? t('Default message')}</Fact>
      {form.termsUrl !== null && <Fact name={t('Terms')}>{form.termsUrl}</Fact>}
    </>
  )
}

function titlesOf(products: readonly { readonly title: string }[]): string {
  return listText(
    products.map(({ title }) => title),
    'unit',
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}

/** A form's prices as its seller reads them, with recent sales. */
function PriceList({ form }: { readonly form: Form }) {
  const [today] = useState(() => Date.now())
  return (
    <ul className="grid gap-2">
      {pricesOf(form).map((price) => (
        <li key={price.id}>
          <span className="font-medium wrap-anywhere">{priceName(price, form.currency)}</span>{' '}
          <StateBadge price={price} />
          <span className="block">{priceText(price, form.currency, today)}</span>
          <PriceSales formId={form.id} priceId={price.id ?? form.id} />
        </li>
      ))}
    </ul>
  )
}
