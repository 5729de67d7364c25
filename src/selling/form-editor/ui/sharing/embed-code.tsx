import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { paymentDomainsContract } from '#selling/payment-domains/contract.ts'
import { waysToPayQuery } from '#selling/payment-domains/ui/queries.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { copyText } from '#web/kit/feedback/copy-text.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { formMessages } from '../../messages.ts'
import { paymentLink } from './payment-link.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'

type Props = {
  readonly formId: string
  /** Called when the seller goes to another page from here. */
  readonly onLeave: () => void
}

const kinds = {
  inline: { label: 'Inline', lead: 'The form is part of your page and grows with its content.' },
  popup: {
    label: 'Pop-up',
    lead: 'A button on your page opens the form on top of it. Style the button as you like.',
  },
} as const

/** What a seller pastes into a page of their own site to sell there. */
export function EmbedCode({ formId, onLeave }: Props) {
  const [kind, setKind] = useState<keyof typeof kinds>('inline')
  const code = codeOf(kind, formId)
  return (
    <div className="grid grid-cols-1 gap-5">
      <Segmented
        label="Shown"
        name="embed-kind"
        options={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
        chosen={kind}
        onChange={(event) => setKind(event.target.value === 'popup' ? 'popup' : 'inline')}
      />
      <div>
        <p className="mb-3 text-pretty text-muted">{kinds[kind].lead}</p>
        <pre className="rounded-xl bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere select-all">
          {code}
        </pre>
      </div>
      <Button className="justify-self-start" onClick={() => void copyCode(code)}>
        <Copy aria-hidden className="size-4.5" />
        Copy embed code
      </Button>
      <Hosts onLeave={onLeave} />
    </div>
  )
}

function Hosts({ onLeave }: Pick<Props, 'onLeave'>) {
  const { data: shop } = useQuery(shopQuery)
  if (shop === undefined) return null
  const link = (to: string, text: string) => (
    <Link to={to} onClick={onLeave} className="font-medium text-brand underline">
      {text}
    </Link>
  )
  if (shop.embedHosts.length === 0) {
    return (
      <Notice tone="warning">
        No site may show your forms yet. {link('/settings', 'List your site')} in your settings, under "Your
        own sites".
      </Notice>
    )
  }
  return (
    <div className="grid gap-2 text-sm break-words text-muted">
      <p>
        Your forms may be shown on {shop.embedHosts.join(', ')}. {link('/settings', 'Change the sites')}
      </p>
      <Wallets onLeave={onLeave} />
    </div>
  )
}

/** The sites that show the form, and no wallets. */
function Wallets({ onLeave }: Pick<Props, 'onLeave'>) {
  const mayCall = useMayCall()
  const { data } = useQuery({ ...waysToPayQuery, enabled: mayCall(paymentDomainsContract.readWaysToPay) })
  const missing = (data?.domains ?? []).filter(({ status, isOurs }) => status === 'inactive' && !isOurs)
  if (missing.length === 0) return null
  return (
    <p>
      Apple Pay is not shown on {missing.map(({ domain }) => domain).join(', ')}: Stripe could not verify it.{' '}
      <Link to="/settings/payments" onClick={onLeave} className="font-medium text-brand underline">
        See what is missing
      </Link>
    </p>
  )
}

/** The link stands in until the script has run. */
function codeOf(kind: keyof typeof kinds, formId: string): string {
  const place =
    kind === 'inline'
      ? `<div data-tillform="${formId}"><a href="${paymentLink(formId)}">Open the payment form</a></div>`
      : `<button type="button" data-tillform-popup="${formId}">Buy now</button>`
  return `${place}\n<script async src="${window.location.origin}/embed.js"></script>`
}

async function copyCode(code: string): Promise<void> {
  const messages = { copied: formMessages.embedCodeCopied, failed: formMessages.embedCodeCopyFailed }
  await copyText(code, messages, { isOnPage: true })
}
