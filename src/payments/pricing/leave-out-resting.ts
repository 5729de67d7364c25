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
 * A form as it sells on its seller's plan: what the plan does not open rests, that is, it stays on the form and is neither
 * shown nor charged nor offered. Without a live plan nothing sells at all, and nothing is left out.
 */
export function leaveOutResting<Form extends object>(form: Form, plan: string | null): Form {
  if (plan === null || opensExtras(plan)) return form
  const resting = Object.entries(none).filter(([name]) => name in form)
  return { ...form, ...Object.fromEntries(resting) }
}
