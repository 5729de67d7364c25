import { t } from '#foundation/language/t.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import type { Keyed } from '#payments/purchases/purchase.ts'
import type { PageLink } from './purchase-data.ts'
import type { SubscriptionView } from './subscription-view.ts'

export const pauseKinds = ['skip', 'pause', 'undo', 'go-on'] as const
export type PauseKind = (typeof pauseKinds)[number]

/** The path of a page that asks the buyer of a purchase about a pause. */
export function pausePath(purchase: Keyed, secret: string, kind: PauseKind): string {
  return `${purchasePath(purchase, secret, '/pause')}&kind=${kind}`
}

/** Links to a buyer's options for pausing. The linked pages explain what is not possible at the moment, and why. */
export function pauseLinks(
  { wire }: SubscriptionView,
  order: Keyed & { readonly allowsPause: boolean },
  secret: string,
): readonly PageLink[] {
  const { pause, nextChargeAt, cancelAfter, status } = wire
  const link = (kind: PauseKind, label: string) => ({ label, path: pausePath(order, secret, kind) })
  if (pause !== null)
    return pause.hasBegun
      ? [link('go-on', t('Continue now'))]
      : [link('undo', pause.isSkip ? t('Undo skipping') : t('Undo the pause'))]
  if (!order.allowsPause || cancelAfter > 0 || nextChargeAt === null || status !== 'active') return []
  return [link('skip', t('Skip next payment')), link('pause', t('Pause'))]
}
