import { ChevronsRightLeft, Code, ExternalLink, Link2, QrCode } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { Form } from '#selling/forms/contract.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { copyPaymentLink, copyShortLink, paymentLink } from './links.ts'

/** Loaded on demand. */
const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

const icon = 'size-4.5 shrink-0'

/** A form's link, with the other ways to reach its page. */
export function FormLinks({ form }: { readonly form: Pick<Form, 'id' | 'title'> }) {
  const [shown, setShown] = useState<'qr' | 'embed' | null>(null)
  return (
    <>
      <div className="flex items-center gap-3">
        <p translate="no" className="min-w-0 truncate font-mono text-sm text-muted select-all">
          {paymentLink(form.id)}
        </p>
        <Button variant="secondary" className="shrink-0" onClick={() => void copyPaymentLink(form.id)}>
          <Link2 aria-hidden className={icon} />
          {t('Copy link')}
        </Button>
      </div>
      <div className="tiles">
        <a href={paymentLink(form.id)} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          <ExternalLink aria-hidden className={icon} />
          {t('Open page')}
        </a>
        <Button
          variant="secondary"
          aria-label={t('Copy short link')}
          onClick={() => void copyShortLink(form.id)}
        >
          <ChevronsRightLeft aria-hidden className={icon} />
          <span className="sm:hidden">{t('Short link')}</span>
          <span className="max-sm:hidden">{t('Copy short link')}</span>
        </Button>
        <Button variant="secondary" onClick={() => setShown('qr')}>
          <QrCode aria-hidden className={icon} />
          {t('QR code')}
        </Button>
        <Button variant="secondary" onClick={() => setShown('embed')}>
          <Code aria-hidden className={icon} />
          {t('Embed')}
        </Button>
      </div>
      {shown !== null && (
        <Suspense>
          <ShareDialog form={form} tab={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
