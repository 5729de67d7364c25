import { CardElement } from './card-element.ts'
import type { CardElementOptions } from './frame-messages.ts'
import { integrationError } from './provider-error.ts'
import type { ProviderClient } from './provider-request.ts'
import { isRecord } from './record.ts'

export type Elements = {
  readonly create: (type: string, options?: CardElementOptions) => CardElement
  /** By type, or by a component that names its type. */
  readonly getElement: (which: unknown) => CardElement | null
  readonly update: (options: unknown) => Promise<void>
  readonly fetchUpdates: () => Promise<Record<string, never>>
  readonly submit: () => Promise<{ selectedPaymentMethod: 'card' }>
}

/** A group of elements, of which this stand-in has one kind: the card. */
export function createElements(client: ProviderClient): Elements {
  let card: CardElement | undefined
  return {
    create(type, options = {}) {
      if (type !== 'card') throw integrationError(`The sandbox has no element of type ${type}, only card.`)
      if (card !== undefined) throw integrationError('Can only create one Element of type card.')
      card = new CardElement(client, options, () => {
        card = undefined
      })
      return card
    },
    getElement(which) {
      const type = typeof which === 'string' ? which : elementTypeOf(which)
      return type === 'card' ? (card ?? null) : null
    },
    update: () => Promise.resolve(),
    fetchUpdates: () => Promise.resolve({}),
    submit: () => Promise.resolve({ selectedPaymentMethod: 'card' }),
  }
}

function elementTypeOf(component: unknown): unknown {
  const isComponent = typeof component === 'function' || isRecord(component)
  return isComponent ? Reflect.get(component, '__elementType') : undefined
}
