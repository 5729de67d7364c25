import type { DemoApi } from '../demo-api.ts'
import { demoForms, historyCoupons } from '../demo-shop.ts'
import type { SeededForms } from '../seed-forms.ts'

/** Makes the coupons that are not there yet. */
export async function seedCoupons(api: DemoApi, { forms }: SeededForms): Promise<void> {
  const known = await api.idsOf('/coupons')
  for (const { forms: names, ...coupon } of historyCoupons) {
    if (known.has(coupon.title)) continue
    const meant = demoForms.filter(({ name }) => names?.some((one) => one === name))
    const formIds = names === null ? null : meant.map(({ title }) => forms.get(title))
    await api.create('/coupons', { ...coupon, formIds })
  }
}
