import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { type Form, formsContract } from '#selling/forms/contract.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { DeleteFormDialog } from './delete-form-dialog.tsx'
import { FormCheck } from './check/check-panel.tsx'
import { LoadedForm } from './editor/loaded-form.tsx'
import { FormDetails } from './form-details.tsx'
import { FormMenu } from './form-menu.tsx'
import { FormPrice } from './form-price.tsx'
import { FormNumbers } from './numbers/form-numbers.tsx'
import { PauseButton, PausedNote } from './pausing/pausing.tsx'
import { useSale } from './pausing/use-sale.ts'
import { SaleBadge } from './sale-badge.tsx'
import { FormLinks } from './sharing/form-links.tsx'

export function FormPage() {
  return <LoadedForm title={t('Form')}>{(form) => <FormDisplay form={form} />}</LoadedForm>
}

/** A form's own page: whether it sells, its links, its numbers, and then its contents. */
function FormDisplay({ form }: { readonly form: Form }) {
  const navigate = useNavigate()
  const mayUpdate = useMayCall()(formsContract.updateForm)
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <Page
      title={form.title}
      lead={form.name === '' ? undefined : form.name}
      actions={
        <>
          {mayUpdate && (
            <Link to={`/forms/edit/${form.id}`} className={buttonClass()}>
              <Pencil aria-hidden className="size-4.5" />
              {t('Edit')}
            </Link>
          )}
          <FormMenu form={form} onDelete={() => setIsDeleting(true)} />
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        {form.isPaused && <PausedNote>{mayUpdate && <PauseButton form={form} isMain />}</PausedNote>}
        <Overview form={form} />
        {mayUpdate && <FormCheck form={form} place="above numbers" />}
        <FormNumbers form={form} />
        {mayUpdate && <FormCheck form={form} place="below numbers" />}
        <FormDetails form={form} />
      </div>
      <DeleteFormDialog
        form={isDeleting ? form : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void navigate('/forms', { replace: true })}
      />
    </Page>
  )
}

function Overview({ form }: { readonly form: Form }) {
  const sale = useSale(form)
  return (
    <section
      aria-label={t('Sale')}
      className="panel grid grid-cols-[8rem_minmax(0,1fr)] overflow-hidden tight:grid-cols-1 sm:grid-cols-[14rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <FormPicture
        image={form.image}
        video={form.video}
        shape="min-h-24 h-full sm:row-span-2 lg:aspect-video tight:aspect-video"
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-7 sm:pt-5 sm:pb-0">
        <p className="min-w-0 text-xl font-semibold wrap-anywhere text-brand">
          <FormPrice form={form} />
        </p>
        {sale !== null && sale.nextChange !== null && <Badge tone="success">{t('Live')}</Badge>}
        {sale !== null && <SaleBadge sale={sale} />}
      </div>
      <div className="grid min-w-0 content-start gap-3 p-4 max-sm:col-span-full max-sm:border-t max-sm:border-line sm:px-7 sm:pb-5">
        <FormLinks form={form} />
      </div>
    </section>
  )
}
