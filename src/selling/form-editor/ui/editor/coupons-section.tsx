import { Plus } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { couponsContract } from '#selling/coupons/contract.ts'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { useCheckedCoupons } from '../check/use-findings.ts'
import { useTypedValues } from './use-form-fields.ts'

/** The coupons that work on a form, with a link to add one; it opens in a tab of its own, because nothing is saved here. */
export function CouponsSection({ formId }: { readonly formId: string | null }) {
  const coupons = useCheckedCoupons(formId, useTypedValues())
  const mayCreate = useMayCall()(couponsContract.createCoupon)
  if (coupons === undefined) return null
  const works = coupons.terms.filter(
    ({ code, formIds }) =>
      code !== null && (formIds === null || (formId !== null && formIds.includes(formId))),
  )
  return (
    <Section
      isLine
      title={t('Coupons')}
      lead={t(
        '{count, plural, =0 {No codes for this form.} one {Codes of # coupon work on this form.} other {Codes of # coupons work on this form.}}',
        { count: works.length },
      )}
    >
      {mayCreate && (
        <a
          href={formId === null ? '/coupons/create' : `/coupons/create?form=${formId}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary')}
        >
          <Plus aria-hidden className="size-5" />
          {t('Create coupon')}
        </a>
      )}
    </Section>
  )
}
