import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import type { Price } from '#payments/pricing/price.ts'
import { isFramed } from '../page/embedder.ts'
import type { ProviderScript } from './provider-script.ts'

/** The provider's payment elements on a page. They share the amount to pay and produce one token. */
export type Elements = { readonly stripe: Stripe; readonly group: StripeElements }

/** Null while the elements are loading. */
export type ElementsStatus = Elements | 'absent' | null

/**
 * Saves a reusable payment method for offers and for the buyer's next purchase. This is set for each method
 * and never for all, because then methods that cannot be saved would not be offered.
 */
const reusable = { setup_future_usage: 'off_session' } as const

/** The payment methods that do not redirect to another page, which would leave a frame. */
const methodsInFrames = ['card', 'link', 'sepa_debit']

/**
 * The payment elements of the page, updated with every price change. They load once something has to be paid.
 * One-time and recurring payments have separate groups, because saving the method is set up differently and
 * cannot be changed later.
 */
export function useElements(
  { load }: ProviderScript,
  { total, currency }: Pick<Price, 'total' | 'currency'>,
  isRecurring: boolean,
  isNeeded: boolean,
  allowed?: readonly string[],
): ElementsStatus {
  const [groups, setGroups] = useState<Readonly<Record<string, ElementsStatus>>>({})
  const amount = useRef(total)
  const kind = `${currency} ${isRecurring}`
  const status = groups[kind] ?? null
  const isAsked = isNeeded && status === null

  useEffect(() => {
    // Only a recurring payment can begin with an amount of zero.
    if (total === 0 && !isRecurring) return
    amount.current = total
    if (isOpen(status)) void status.group.update({ amount: total })
  }, [status, total, isRecurring])

  useEffect(() => {
    if (!isAsked) return undefined
    let isGone = false
    const set = (now: ElementsStatus) => isGone || setGroups((known) => ({ ...known, [kind]: now }))
    const open = async () => {
      const stripe = await load()
      if (isGone) return
      if (stripe === null) return set('absent')
      const types = allowed ?? (isFramed() ? methodsInFrames : null)
      const group = stripe.elements({
        ...(isRecurring
          ? { mode: 'subscription' }
          : {
              mode: 'payment',
              paymentMethodOptions: { card: reusable, link: reusable, sepa_debit: reusable },
            }),
        amount: amount.current,
        currency,
        paymentMethodCreation: 'manual',
        appearance: appearance(),
        ...(types && { allowedPaymentMethodTypes: [...types] }),
      })
      set({ stripe, group })
    }
    open().catch(() => set('absent'))
    return () => {
      isGone = true
    }
  }, [load, currency, isRecurring, kind, isAsked, allowed])

  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    const restyle = () => isOpen(status) && void status.group.update({ appearance: appearance() })
    // The color scheme may have changed while this group was hidden.
    restyle()
    scheme.addEventListener('change', restyle)
    return () => scheme.removeEventListener('change', restyle)
  }, [status])

  return status
}

export function isOpen(status: ElementsStatus): status is Elements {
  return status !== null && status !== 'absent'
}

/** A color from the page's style sheet, as it is now. */
function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

/** Whether the fields have a dark background, because of the buyer's device or the seller's choice. */
export function isDark(): boolean {
  return /^#[0-7]/.test(color('surface'))
}

/** The provider's frames cannot read the page's style sheet, so they get its current colors. */
function appearance(): Appearance {
  const muted = color('muted')
  const edge = { borderColor: color('field-edge'), boxShadow: 'none' }
  return {
    variables: {
      colorPrimary: color('accent'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: muted,
      colorTextPlaceholder: muted,
      colorDanger: color('danger'),
      borderRadius: '10px',
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
    },
    rules: { '.Input': edge, '.AccordionItem': edge },
  }
}
