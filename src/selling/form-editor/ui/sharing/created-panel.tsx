import { useQuery } from '@tanstack/react-query'
import { CirclePause, ExternalLink, Link2, Pause, Play, Radio, Ticket, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { couponsContract } from '#selling/coupons/contract.ts'
import { type Form, formsContract } from '#selling/forms/contract.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { Button, buttonClass, IconButton } from '#web/kit/layout/button.tsx'
import { QrCode } from '#web/kit/layout/qr-code.tsx'
import { usePausing } from '../pausing/pausing.tsx'
import { copyPaymentLink, paymentLink } from './links.ts'

/** Presents a newly created form, which is already on sale, with its link and a button to pause it. */
export function CreatedPanel({ form: { id, title } }: { readonly form: Pick<Form, 'id' | 'title'> }) {
  const mayCall = useMayCall()
  const mayUpdate = mayCall(formsContract.updateForm)
  const state = useSellerState(true)
  const hasCoupons = state !== undefined && reasonsAgainst('extras', state).length === 0
  const { mutate, isPending } = usePausing()
  const { data } = useQuery(formQuery(id))
  const [isOpen, setIsOpen] = useState(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (!isOpen) return null
  const isPaused = data?.isPaused === true
  const name = cutText(title, 50)
  const link = paymentLink(id)
  return (
    <section
      aria-labelledby="created"
      className="panel mb-8 flex animate-rise flex-wrap items-center gap-x-8 gap-y-5 border-brand p-5 sm:p-7"
    >
      <div className="grid min-w-0 flex-1 basis-80 gap-4">
        <div className="flex items-start gap-3">
          {isPaused ? (
            <CirclePause aria-hidden className="mt-1 size-6 shrink-0 text-warning" />
          ) : (
            <Radio aria-hidden className="mt-1 size-6 shrink-0 text-success" />
          )}
          <div role="status" className="min-w-0 flex-1">
            <h2
              id="created"
              ref={heading}
              tabIndex={-1}
              className="rounded text-xl font-semibold wrap-anywhere outline-offset-4"
            >
              {isPaused ? t('“{name}” is paused', { name }) : t('“{name}” is live', { name })}
            </h2>
            <p className="mt-1 text-muted">
              {isPaused
                ? t('Buyers see a message on its page until you resume sales.')
                : t('Anyone with this link can buy now.')}
            </p>
          </div>
          <IconButton label={t('Close')} className="-mt-1 -mr-2" onClick={() => setIsOpen(false)}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
        <p translate="no" className="rounded-xl bg-sunken px-4 py-3 font-mono text-sm break-all select-all">
          {link}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void copyPaymentLink(id)}>
            <Link2 aria-hidden className="size-4.5" />
            {t('Copy link')}
          </Button>
          <a href={link} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
            <ExternalLink aria-hidden className="size-4.5" />
            {t('Open as a buyer')}
          </a>
          {hasCoupons && mayCall(couponsContract.createCoupon) && (
            <Link to={`/coupons/create?form=${id}`} className={buttonClass('secondary')}>
              <Ticket aria-hidden className="size-4.5" />
              {t('Add a coupon')}
            </Link>
          )}
          {mayUpdate && (
            <Button
              variant="secondary"
              isBusy={isPending}
              onClick={() => mutate({ id, isPaused: !isPaused })}
            >
              {!isPending &&
                (isPaused ? (
                  <Play aria-hidden className="size-4.5" />
                ) : (
                  <Pause aria-hidden className="size-4.5" />
                ))}
              {isPaused ? t('Resume sales') : t('Pause until I am ready')}
            </Button>
          )}
        </div>
      </div>
      <div className="w-36 [&_svg]:size-full">
        <QrCode text={link} label={t('QR code of {link}', { link })} />
      </div>
    </section>
  )
}
