import type { Plan } from '#db/tables/billing.ts'
import type { catalogue } from './catalogue.ts'

/**
 * The catalogue with a part of ours on what sellers sell, in hundredths of a per cent by plan; for `vi.mock`, since no
 * plan takes one at the moment.
 */
export function withFees<Module extends { readonly catalogue: typeof catalogue }>(
  module: Module,
  fees: Readonly<Record<Plan, number>>,
): Module {
  const { BASIC, GROWTH, PARTNER_FREE } = module.catalogue
  return {
    ...module,
    catalogue: {
      BASIC: { ...BASIC, applicationFeeBasisPoints: fees.BASIC },
      GROWTH: { ...GROWTH, applicationFeeBasisPoints: fees.GROWTH },
      PARTNER_FREE: { ...PARTNER_FREE, applicationFeeBasisPoints: fees.PARTNER_FREE },
    },
  }
}
