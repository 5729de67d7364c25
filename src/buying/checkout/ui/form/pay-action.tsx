import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { Price } from '#payments/pricing/price.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { checkoutMessages } from '../../messages.ts'
import { Amount } from '../price/amount.tsx'
import { durationText } from '../timing/duration-text.ts'
import { isAtBank, isBusy, type Flow } from '../payment/flow.ts'
import type { Payment } from '../payment/payment.ts'
import { PressAction } from './press-action.tsx'
import type { PayTurnProps } from './pay-turn.tsx'
import { reloadPage } from '../page/reload-page.ts'

type PayActionProps = {
  readonly flow: Flow
  readonly payment: Payment
  readonly price: Price
  readonly recurrence: Recurrence | null
  /** The text of the pay button. */
  readonly text: ReactNode
  /** Pays again for a form that the buyer has already paid for. */
  readonly onBuyAgain?: () => void
  /** The component that replaces the button after a click. Loaded by the time it is needed. */
  readonly Turn?: ComponentType<PayTurnProps> | undefined
}

/** The buyer's next action, usually the pay button with the amount. */
export function PayAction({ flow, payment, price, recurrence, text, onBuyAgain, Turn }: PayActionProps) {
  const failure = flow.state === 'failed' ? flow.problem : null
  const nextStep = failure?.nextStep
  if (nextStep === 'none') return null
  if (nextStep === 'reload') {
    return <PressAction text={checkoutMessages.reload()} onPress={reloadPage} />
  }
  const isAsked = nextStep === 'buy-again' && onBuyAgain !== undefined
  if (isAsked || isAtBank(flow) || flow.state === 'processing' || flow.state === 'checking') {
    return (
      Turn && (
        <Turn flow={flow} payment={payment} amount={chargedNow(price, recurrence)} onBuyAgain={onBuyAgain} />
      )
    )
  }
  return (
    <PayButton text={working(flow) ?? text} isBusy={isBusy(flow)} waitSeconds={failure?.waitSeconds ?? 0} />
  )
}

function working(flow: Flow): string | null {
  if (flow.state === 'paying') return t('Paying…')
  return flow.state === 'confirming' ? t('Waiting for your bank…') : null
}

/**
 * The text of a form's pay button without a trial (for trials, see `opening.tsx`): the seller's text or our default,
 * and the amount. If the seller's text does not make clear that clicking means paying (`isUnclear`), it appears below
 * ours. Only our text mentions the `method`.
 */
export function payText(
  price: Price,
  recurrence: Recurrence | null,
  buttonText: string,
  isUnclear = false,
  method: string | null = null,
): ReactNode {
  if (price.total === 0 && recurrence === null) return buttonText === '' ? t('Get it for free') : buttonText
  const amount = chargedNow(price, recurrence)
  const isOurs = isUnclear || buttonText === ''
  if (!isOurs) return rich('{buttonText} {amount}', { buttonText, amount })
  if (buttonText === '') {
    return method === null
      ? rich('Pay {amount}', { amount })
      : rich('Pay {amount} with {method}', { amount, method })
  }
  return (
    <>
      {method === null
        ? rich('Order and pay {amount}', { amount })
        : rich('Order and pay {amount} with {method}', { amount, method })}
      <span className="block text-sm font-medium"> {buttonText}</span>
    </>
  )
}

/** For a recurring price, the button shows the amount that is due today. */
function chargedNow({ total, currency }: Price, recurrence: Recurrence | null): ReactNode {
  const amount = <Amount minor={total} currency={currency} />
  return recurrence === null ? amount : rich('{amount} today', { amount })
}

function PayButton({
  text,
  isBusy: busy,
  waitSeconds,
}: {
  readonly text: ReactNode
  readonly isBusy: boolean
  readonly waitSeconds: number
}) {
  const isAlive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const seconds = useCountdown(waitSeconds)
  return (
    <button
      type="submit"
      disabled={!isAlive || seconds > 0}
      aria-disabled={busy}
      aria-busy={busy}
      className={`button w-full px-5 py-3.5 text-base ${seconds > 0 ? 'cursor-not-allowed opacity-60' : ''}`}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      <span className="wrap-anywhere">
        {seconds > 0 ? t('Try again in {time}', { time: durationText(seconds) }) : text}
      </span>
    </button>
  )
}

function useCountdown(from: number): number {
  const [left, setLeft] = useState({ from, seconds: from })
  if (left.from !== from) setLeft({ from, seconds: from })
  useEffect(() => {
    if (left.seconds <= 0) return undefined
    const timeout = setTimeout(() => setLeft({ from, seconds: left.seconds - 1 }), 1000)
    return () => clearTimeout(timeout)
  }, [left, from])
  return left.seconds
}
