import { useParams } from 'react-router'
import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-pages.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { CodesSection } from './codes-section.tsx'
import { FormsSection, LimitsSection, NameSection, TakesSection } from './coupon-fields.tsx'
import { couponItem } from './coupon-item.ts'
import { CouponPreview } from './coupon-preview.tsx'
import {
  couponForm,
  couponValuesOf,
  newCouponValues,
  type CouponValues,
  type EditedCoupon,
} from './coupon-values.ts'

export function CreateCouponPage() {
  const zone = useZone()
  return (
    <CreateItemPage
      item={couponItem}
      title="Create coupon"
      width="narrow"
      lead="One code, or many, for what buyers pay once or again and again."
      submitLabel="Create coupon"
      newValues={() => newCouponValues(zone)}
      Editor={CouponEditor}
    />
  )
}

export function EditCouponPage() {
  return (
    <EditItemPage
      item={couponItem}
      title="Edit coupon"
      readOnlyTitle="Coupon"
      width="narrow"
      valuesOf={couponValuesOf}
      Editor={CouponEditor}
    />
  )
}

/** The codes of one that exists stand below its form: they are changed one by one. */
function CouponEditor({ isNew, ...props }: EditorPageProps<CouponValues, EditedCoupon>) {
  const { id = '' } = useParams()
  return (
    <div className="grid grid-cols-1 gap-6">
      <Editor label="Coupon editor" {...couponForm} {...props}>
        <NameSection isNew={isNew} />
        <TakesSection />
        <FormsSection />
        <LimitsSection />
        <CouponPreview />
      </Editor>
      {!isNew && <CodesSection key={id} couponId={id} />}
    </div>
  )
}
