import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { IconButton } from '#web/kit/layout/button.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { EmbedCode } from './embed-code.tsx'
import { copyPaymentLink, paymentLink } from './payment-link.ts'
import { QrDownload } from './qr-download.tsx'
import { shortLinkQuery } from '#selling/forms/ui/queries.ts'
import { copyShortLink } from './short-link.ts'

type Props = {
  readonly form: { readonly id: string; readonly title: string }
  readonly onClose: () => void
}

const tabs = { links: 'Links', qr: 'QR code', embed: 'Embed' } as const

/** Every way to bring a form to its buyers. */
export function ShareDialog({ form, onClose }: Props) {
  const { data: shortLink, error, isFetching, refetch } = useQuery(shortLinkQuery(form.id))
  return (
    <Dialog isOpen onClose={onClose} title="Share" description={form.title}>
      <Tabs.Root defaultValue="links">
        <Tabs.List aria-label="Ways to share" className="mb-6 flex gap-1 rounded-xl bg-sunken p-1">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="min-h-10 flex-1 rounded-lg font-medium text-muted transition data-[state=active]:bg-brand-soft data-[state=active]:text-brand data-[state=active]:shadow-sm forced-colors:data-[state=active]:underline"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="links" className="grid grid-cols-1 gap-5">
          <LinkRow name="Payment link" link={paymentLink(form.id)} onCopy={() => copyPaymentLink(form.id)} />
          {error === null ? (
            <LinkRow name="Short link" link={shortLink} onCopy={() => copyShortLink(form.id)} />
          ) : (
            <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
        </Tabs.Content>
        <Tabs.Content value="qr">
          <QrDownload paymentLink={paymentLink(form.id)} shortLink={shortLink} />
        </Tabs.Content>
        <Tabs.Content value="embed">
          <EmbedCode formId={form.id} onLeave={onClose} />
        </Tabs.Content>
      </Tabs.Root>
    </Dialog>
  )
}

type LinkRowProps = {
  readonly name: string
  /** Undefined while it is asked for. */
  readonly link: string | undefined
  readonly onCopy: () => Promise<void>
}

function LinkRow({ name, link, onCopy }: LinkRowProps) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{name}</p>
      <div className="flex items-center gap-2 rounded-xl bg-sunken py-1 pr-1 pl-4">
        {link === undefined ? (
          <span aria-hidden className="h-4 flex-1 animate-pulse rounded bg-line" />
        ) : (
          <code translate="no" className="min-w-0 flex-1 text-sm break-all select-all">
            {link}
          </code>
        )}
        <IconButton label={`Copy ${name.toLowerCase()}`} onClick={() => void onCopy()}>
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}
