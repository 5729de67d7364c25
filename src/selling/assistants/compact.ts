import { say } from '#foundation/language/t.ts'
import type { EventWire } from '#selling/events/contract.ts'
import { typeWords } from '#selling/events/type-words.ts'
import type { FormCard } from '#selling/forms/contract.ts'
import type { Sale } from '#selling/sales/contract.ts'
import type { SentEvent } from '#selling/sent-events/contract.ts'

/** Assistants pay for each word, so lists contain only what distinguishes their rows. */
export function compactForm({ id, name, title, amount, currency, priceType, isPaused, sale }: FormCard) {
  return { id, name, title, amount, currency, priceType, isPaused, state: sale.state }
}

export function compactSale(sale: Sale) {
  const { id, kind, formId, formTitle, offerTitle, email, name, total, currency, returned, status, paidAt } =
    sale
  return { id, kind, formId, formTitle, offerTitle, email, name, total, currency, returned, status, paidAt }
}

export function compactEvent({ data, ...event }: EventWire, sent: readonly SentEvent[]) {
  return {
    event,
    meaning: say(typeWords[event.type]),
    data,
    sentTo: sent
      .filter((one) => one.event.id === event.id)
      .map(({ endpointName, state, lastTry }) => ({ webhook: endpointName, state, lastTry })),
  }
}
