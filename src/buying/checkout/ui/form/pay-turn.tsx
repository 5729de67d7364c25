import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { checkoutMessages } from '../../messages.ts'
import { isAtBank, type Flow } from '../payment/flow.ts'
import type { Payment } from '../payment/payment.ts'
import { PressAction } from './press-action.tsx'

export type PayTurnProps = {
  readonly flow: Flow
  readonly payment: Payment
  /** The amount charged if the buyer buys again. */
  readonly amount: ReactNode
  readonly onBuyAgain: (() => void) | undefined
}

/** The buyer's options after a click that did not complete a payment. They load together with the payment's script. */
export function PayTurn({ flow, payment, amount, onBuyAgain }: PayTurnProps) {
  if (isAtBank(flow)) return <AtTheBank payment={payment} />
  if (flow.state === 'processing') return <p className="note font-medium">{checkoutMessages.processing()}</p>
  if (flow.state === 'checking') return <Checking isWaiting={flow.isWaiting} payment={payment} />
  return (
    <>
      <PressAction text={rich('Yes, buy it again: {amount}', { amount })} onPress={() => onBuyAgain?.()} />
      <button type="button" className="button-quiet" onClick={payment.startOver}>
        {t('No, do not buy again')}
      </button>
    </>
  )
}

function AtTheBank({ payment }: { readonly payment: Payment }) {
  return (
    <>
      <PressAction text={t('Continue with your bank')} onPress={() => void payment.resume()} />
      <button type="button" className="button-quiet" onClick={() => void payment.giveUp()}>
        {t('Pay another way')}
      </button>
    </>
  )
}

function Checking({ isWaiting, payment }: { readonly isWaiting: boolean; readonly payment: Payment }) {
  return (
    <div className="note">
      <p className="flex items-center gap-3 font-medium">
        {!isWaiting && <span className="spinner shrink-0" aria-hidden="true" />}
        <span>{checkoutMessages.checking()}</span>
      </p>
      {isWaiting && (
        <>
          <p role="alert" className="mt-2">
            {t(
              'This is taking longer than usual. You can leave this page open and check again. You will not be charged twice.',
            )}
          </p>
          <button
            type="button"
            className="button-quiet mt-3 px-4 py-2 text-sm"
            onClick={() => void payment.resume()}
          >
            {t('Check again')}
          </button>
        </>
      )}
    </div>
  )
}
