import { refusalOfArea } from '#accounts/billing/gates/refuse-area.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'

type Extras = {
  readonly timers?: readonly unknown[] | undefined
  readonly bumps?: readonly string[] | undefined
  readonly otoSequenceList?: readonly string[] | undefined
  readonly oneTimeOffer?: string | null | undefined
  readonly taxId?: string | null | undefined
}

/**
 * Throws when the caller's plan does not open what a form is to get: timers, bumps, offers and a tax come with a larger
 * plan. What stands on the form already, from a time with such a plan, stays and may be taken off.
 */
export function refuseExtras(caller: Caller, given: Extras, present: Extras = {}): void {
  if (addsExtras(given, present)) refuseDetails(caller)
}

/** Throws when the caller's plan does not open a form's details, where its timers are. */
export function refuseDetails(caller: Caller): void {
  const refusal = refusalOfArea(caller, 'extras')
  if (refusal !== null) throw refusal
}

function addsExtras(given: Extras, present: Extras): boolean {
  return (
    (given.timers?.length ?? 0) > (present.timers?.length ?? 0) ||
    addsOne(given.bumps, present.bumps) ||
    addsOne(given.otoSequenceList, present.otoSequenceList) ||
    isOther(given.oneTimeOffer, present.oneTimeOffer) ||
    isOther(given.taxId, present.taxId)
  )
}

function addsOne(given: readonly string[] = [], present: readonly string[] = []): boolean {
  return given.some((id) => !present.includes(id))
}

function isOther(given: string | null | undefined, present: string | null | undefined): boolean {
  return given !== undefined && given !== null && given !== present
}
