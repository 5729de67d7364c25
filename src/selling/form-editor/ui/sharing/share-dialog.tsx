import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { listText } from '#foundation/language/list.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { shopContract } from '#accounts/shop/contract.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { AllowSite } from '#accounts/shop/ui/sites.tsx'
import { formMessages } from '#selling/form-editor/messages.ts'
import { shortLinkQuery } from '#selling/forms/ui/queries.ts'
import { paymentDomainsContract } from '#selling/payment-domains/contract.ts'
import { waysToPayQuery } from '#selling/payment-domains/ui/queries.ts'
import { saveFile } from '#web/kit/browser/download.ts'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { QrCode, qrDots } from '#web/kit/layout/qr-code.tsx'
import { noTags, tagged, TagFields } from './link-tags.tsx'
import { copyShortLink, paymentLink } from './links.ts'

type Props = {
  readonly form: { readonly id: string; readonly title: string }
  /** The tab that is open first. */
  readonly tab?: keyof typeof tabs
  readonly onClose: () => void
}

const tabs = { links: msg('Links'), qr: msg('QR code'), embed: msg('Embed') } as const

/** All the ways to share a form. */
export function ShareDialog({ form, tab = 'links', onClose }: Props) {
  const { data: shortLink, error, isFetching, refetch } = useQuery(shortLinkQuery(form.id))
  const [tags, setTags] = useState(noTags)
  const page = tagged(paymentLink(form.id), tags)
  const short = shortLink === undefined ? undefined : tagged(shortLink, tags)
  return (
    <Dialog isOpen onClose={onClose} title={t('Share')} description={form.title}>
      <Tabs.Root defaultValue={tab}>
        <Tabs.List aria-label={t('Ways to share')} className="mb-6 flex gap-1 rounded-xl bg-sunken p-1">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="min-h-10 flex-1 rounded-lg font-medium text-muted transition data-[state=active]:bg-brand-soft data-[state=active]:text-brand data-[state=active]:shadow-sm forced-colors:data-[state=active]:underline"
            >
              {say(label)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="links" className="grid grid-cols-1 gap-5">
          <LinkRow
            name={t('Payment link')}
            copyLabel={t('Copy payment link')}
            link={page}
            onCopy={() => copyText(page, linkMessages())}
          />
          {error === null ? (
            <LinkRow
              name={t('Short link')}
              copyLabel={t('Copy short link')}
              link={short}
              onCopy={() => copyShortLink(form.id, tags)}
            />
          ) : (
            <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
          <TagFields tags={tags} onChange={setTags} />
        </Tabs.Content>
        <Tabs.Content value="qr">
          <div className="grid grid-cols-1 gap-5">
            <QrDownload page={page} shortLink={short} />
            <TagFields tags={tags} onChange={setTags} />
          </div>
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
  readonly copyLabel: string
  /** Undefined while loading. */
  readonly link: string | undefined
  readonly onCopy: () => Promise<void>
}

function LinkRow({ name, copyLabel, link, onCopy }: LinkRowProps) {
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
        <IconButton label={copyLabel} onClick={() => void onCopy()}>
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}

type QrDownloadProps = {
  readonly page: string
  /** Undefined while loading. */
  readonly shortLink: string | undefined
}

/** A form's link as a QR code, to show and to download. */
function QrDownload({ page, shortLink }: QrDownloadProps) {
  const [chosen, setChosen] = useState('payment')
  const link = chosen === 'short' && shortLink !== undefined ? shortLink : page
  return (
    <div className="grid grid-cols-1 justify-items-center gap-5">
      <Segmented
        label={t('Link')}
        name="qr-link"
        options={[
          { value: 'payment', label: t('Payment link') },
          ...(shortLink === undefined ? [] : [{ value: 'short', label: t('Short link') }]),
        ]}
        chosen={shortLink === undefined ? 'payment' : chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      <QrCode text={link} label={t('QR code of {link}', { link })} />
      <code className="max-w-full text-center text-sm break-all text-muted">{link}</code>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={() => saveFile('qr-code.svg', svgOf(link))}>
          <Download aria-hidden className="size-4.5" />
          SVG
        </Button>
        <Button variant="secondary" onClick={() => savePng(link)}>
          <Download aria-hidden className="size-4.5" />
          PNG
        </Button>
      </div>
    </div>
  )
}

function svgOf(link: string): Blob {
  const { path, size } = qrDots(link)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** Large enough to print at the width of a hand. */
const pixelsPerDot = 24

function savePng(link: string): void {
  const { path, size } = qrDots(link)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * pixelsPerDot
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixelsPerDot, pixelsPerDot)
  context.clip(new Path2D(path))
  context.fillStyle = '#000'
  context.fillRect(0, 0, size, size)
  canvas.toBlob((png) => {
    if (png === null) toast.error(t('The picture could not be created'))
    else saveFile('qr-code.png', png)
  }, 'image/png')
}

type EmbedCodeProps = {
  readonly formId: string
  /** Called when the seller goes to another page from here. */
  readonly onLeave: () => void
}

const kinds = {
  inline: {
    label: msg('Inline'),
    lead: msg('The form is part of your page and grows with its content.'),
  },
  popup: {
    label: msg('Pop-up'),
    lead: msg('A button on your page opens the form over it. You can style the button.'),
  },
} as const

/** The code that sellers paste into their own site. */
function EmbedCode({ formId, onLeave }: EmbedCodeProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('inline')
  const code = codeOf(kind, formId)
  return (
    <div className="grid grid-cols-1 gap-5">
      <Segmented
        label={t('Display')}
        name="embed-kind"
        options={Object.entries(kinds).map(([value, { label }]) => ({ value, label: say(label) }))}
        chosen={kind}
        onChange={(event) => setKind(event.target.value === 'popup' ? 'popup' : 'inline')}
      />
      <div>
        <p className="mb-3 text-pretty text-muted">{say(kinds[kind].lead)}</p>
        <pre className="rounded-xl bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere select-all">
          {code}
        </pre>
      </div>
      <Button className="justify-self-start" onClick={() => void copyCode(code)}>
        <Copy aria-hidden className="size-4.5" />
        {t('Copy embed code')}
      </Button>
      <Hosts onLeave={onLeave} />
    </div>
  )
}

function Hosts({ onLeave }: Pick<EmbedCodeProps, 'onLeave'>) {
  const mayAllow = useMayCall()(shopContract.saveShop)
  const { data: shop } = useQuery(shopQuery)
  if (shop === undefined) return null
  if (shop.embedHosts.length === 0) {
    return mayAllow ? (
      <div className="grid gap-3 border-t border-line pt-5">
        <p className="text-pretty text-muted">
          {t('Only sites you allow can show your forms. Add yours to make the code work.')}
        </p>
        <AllowSite hosts={shop.embedHosts} />
      </div>
    ) : (
      <Notice tone="warning">
        {t('You have not allowed any sites yet. Ask the shop owner to add yours.')}
      </Notice>
    )
  }
  return (
    <div className="grid gap-2 text-sm break-words text-muted">
      <p>
        {t('Allowed sites: {sites}.', { sites: listText(shop.embedHosts, 'unit') })}{' '}
        <Link to="/settings/payments#sites" onClick={onLeave} className="font-medium text-brand underline">
          {t('Change the sites')}
        </Link>
      </p>
      <Wallets onLeave={onLeave} />
    </div>
  )
}

/** The sites on which the form has no wallets. */
function Wallets({ onLeave }: Pick<EmbedCodeProps, 'onLeave'>) {
  const mayCall = useMayCall()
  const { data } = useQuery({ ...waysToPayQuery, enabled: mayCall(paymentDomainsContract.readWaysToPay) })
  const missing = (data?.domains ?? []).filter(({ status, isOurs }) => status === 'inactive' && !isOurs)
  if (missing.length === 0) return null
  return (
    <p>
      {t('Apple Pay is not shown on {sites}: Stripe could not verify it.', {
        sites: listText(
          missing.map(({ domain }) => domain),
          'unit',
        ),
      })}{' '}
      <Link to="/settings/payments" onClick={onLeave} className="font-medium text-brand underline">
        {t('See what is missing')}
      </Link>
    </p>
  )
}

/** The link is a fallback until the script has run. */
function codeOf(kind: keyof typeof kinds, formId: string): string {
  const place =
    kind === 'inline'
      ? `<div data-tillform="${formId}"><a href="${paymentLink(formId)}">${t('Open the payment form')}</a></div>`
      : `<button type="button" data-tillform-popup="${formId}">${t('Buy now')}</button>`
  return `${place}\n<script async src="${window.location.origin}/embed.js"></script>`
}

async function copyCode(code: string): Promise<void> {
  const messages = { copied: formMessages.embedCodeCopied(), failed: formMessages.embedCodeCopyFailed() }
  await copyText(code, messages, { isOnPage: true })
}
