import { msg, t, type Message } from '#foundation/language/t.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'
import type { Endpoint } from '../contract.ts'

export const endpointStates = {
  new: { tone: 'neutral', label: msg('Not verified') },
  on: { tone: 'success', label: msg('On') },
  failing: { tone: 'warning', label: msg('Not answering') },
  off: { tone: 'neutral', label: msg('Off') },
} as const satisfies Record<Endpoint['state'], { readonly tone: Tone; readonly label: Message }>

/** Why an endpoint is off, or null if its seller turned it off. */
export function offText(reason: Endpoint['offReason']): string | null {
  if (reason === 'gone')
    return t('It is off because its receiver responded that it is permanently gone (410).')
  if (reason === 'failing') return t('It is off because it did not accept any event for five days.')
  if (reason === 'never_answered') return t('It is off because it never accepted an event.')
  return null
}
