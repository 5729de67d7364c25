import { rich } from '#foundation/language/rich.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { mailLink } from '#foundation/typed/mail-link.ts'
import { spokenAddress } from '#accounts/shop/shop-face.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import { withLanguage } from '#foundation/language/with-language.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { hasPrice } from '#payments/pricing/sold-form.ts'
import { PageBlocks } from '../blocks/page-blocks.tsx'
import { Questions } from '../fields/questions.tsx'
import { WaysOn } from '../details/shop-head.tsx'
import { webAddress } from '../details/web-address.ts'
import type { StillParts } from './page-layout.tsx'

type Props = { readonly data: PaymentPageData }

/** The parts of the page that only the server and the preview render. */
export const stillParts: StillParts = { Trust, Questions, Blocks: PageBlocks, Footer }

/**
 * The seller's guarantee, the provider that processes the card, and the seller's contact details. On a form
 * that cannot be bought, links to continue.
 */
function Trust({ data }: Props) {
  const { guarantee } = data.form
  const { contactEmail = null, website = null, portal } = data
  if (data.unavailable !== null && portal !== undefined)
    return <WaysOn shop={{ contactEmail, website }} portal={portal} className="mt-6" />
  return (
    <div className="trust text-muted grid gap-3 text-sm">
      {guarantee !== null && (
        <p {...foreignUnless(data.translated?.includes('guarantee'), data.foreign)} className="guarantee">
          <svg viewBox="0 0 20 20" className="text-accent mt-px size-5 shrink-0" aria-hidden="true">
            <path
              d="M10 1.5 3.5 4v5c0 4.2 2.7 7.7 6.5 9.5 3.8-1.8 6.5-5.3 6.5-9.5V4z"
              fill="currentColor"
              opacity="0.15"
            />
            <path
              d="M10 1.5 3.5 4v5c0 4.2 2.7 7.7 6.5 9.5 3.8-1.8 6.5-5.3 6.5-9.5V4zM7 9.8l2.2 2.2L13.2 8"
              className="fill-none stroke-current stroke-[1.5]"
            />
          </svg>
          <span className="min-w-0 wrap-anywhere">{guarantee}</span>
        </p>
      )}
      {hasPrice(data.pricing) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="flex items-center gap-2">
            <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
              <rect x="3" y="7" width="10" height="7" rx="1.5" fill="currentColor" />
              <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" className="fill-none stroke-current stroke-[1.5]" />
            </svg>
            {t('Secure payment by Stripe')}
          </span>
          <CardMarks />
        </p>
      )}
      <Contact data={data} />
    </div>
  )
}

/** The logos of the cards that every seller accepts. */
function CardMarks() {
  return (
    <svg viewBox="0 0 112 22" className="h-5.5 w-28" aria-hidden="true">
      <path
        d="M4 .5h26a3.5 3.5 0 0 1 3.5 3.5v14a3.5 3.5 0 0 1-3.5 3.5H4A3.5 3.5 0 0 1 .5 18V4A3.5 3.5 0 0 1 4 .5m39 0h26a3.5 3.5 0 0 1 3.5 3.5v14a3.5 3.5 0 0 1-3.5 3.5H43a3.5 3.5 0 0 1-3.5-3.5V4A3.5 3.5 0 0 1 43 .5"
        fill="#fff"
        stroke="#d4d4dc"
      />
      <rect x="78" width="34" height="22" rx="4" fill="#1f72cd" />
      <g fontWeight="700" textAnchor="middle">
        <text x="17" y="15" fontSize="11" fontStyle="italic" fill="#1434cb">
          VISA
        </text>
        <text x="95" y="14.5" fontSize="9" fill="#fff">
          AMEX
        </text>
      </g>
      <circle cx="52" cy="11" r="6" fill="#eb001b" />
      <circle cx="60" cy="11" r="6" fill="#f79e1b" />
      <path d="M56 6.5a6 6 0 0 1 0 9 6 6 0 0 1 0-9" fill="#ff5f00" />
    </svg>
  )
}

function Contact({ data: { contactEmail = null, website = null } }: Props) {
  const site = webAddress(website)
  if (contactEmail === null && site === null) return null
  return (
    <p className="wrap-anywhere">
      {contactEmail !== null &&
        rich('Questions? Write to {email}', {
          email: (
            <a href={mailLink(contactEmail)} translate="no" className="link">
              {contactEmail}
            </a>
          ),
        })}
      {contactEmail !== null && site !== null && ' · '}
      {site !== null && (
        <a href={site.href} target="_blank" rel="noopener noreferrer" translate="no" className="link">
          {spokenAddress(site.href)}
        </a>
      )}
    </p>
  )
}

/** The links that consumer law requires, where it applies. */
function Footer({ data: { form, hasWithdrawal, hasPlans } }: Props) {
  if (hasWithdrawal !== true) return null
  const link = (path: string, text: string) => (
    <a
      href={withLanguage(`/${path}?form=${form.id}`, currentLanguage())}
      target="_blank"
      rel="noopener"
      className="link"
    >
      {text}
    </a>
  )
  return (
    <>
      {link('withdraw', t('Withdraw from contract here'))}
      {hasPlans === true && (
        <>
          {' · '}
          {link('cancel-contract', t('Cancel contracts here'))}
        </>
      )}
    </>
  )
}
