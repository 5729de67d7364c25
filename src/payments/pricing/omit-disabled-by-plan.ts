import { opensExtras } from '#accounts/billing/gates/gates.ts'

/** A form's parts that come with a larger plan, by every name that they go by, as they are where there are none. */
const none = {
  bumps: [],
  timers: [],
  tax: null,
  taxId: null,
  oneTimeOffer: null,
  otoSequenceList: [],
  offer: null,
  hasOffers: false,
  hasCodes: false,
  partsHaveFiles: false,
}

/**
 * A form as it sells on its seller's plan: what the plan does not open is disabled by it: it stays on the form and is neither
 * shown nor charged nor offered. Without a live plan nothing sells at all, and nothing is left out.
 */
export function omitDisabledByPlan<Form extends object>(form: Form, plan: string | null): Form {
  if (plan === null || opensExtras(plan)) return form
  const omitted = Object.entries(none).filter(([name]) => name in form)
  return { ...form, ...Object.fromEntries(omitted) }
}
