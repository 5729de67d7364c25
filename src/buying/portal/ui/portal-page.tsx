import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { ShopContact, ShopHead } from '#buying/checkout/ui/details/shop-head.tsx'
import type { AskPageData, PortalPageData, PurchasesPageData, ShownPurchase } from '../page-data.ts'
import { Own } from '#web/kit/layout/own.tsx'

type PortalPageProps = {
  readonly page: PortalPageData
  readonly shop: ShopFace | null
}

export function PortalPage({ page, shop }: PortalPageProps) {
  switch (page.kind) {
    case 'ask':
      return (
        <Frame title={t('Your purchases')} shop={shop}>
          <AskForm {...page} />
        </Frame>
      )
    case 'sent':
      return (
        <Frame title={t('Check your email')} shop={shop}>
          <p role="status">
            {rich(
              'If there are purchases for {email}, a link is on its way there. It works once and expires in 20 minutes.',
              { email: <Own>{page.email}</Own> },
            )}
          </p>
          <p className="text-muted">
            {t('No email? Check your spam folder, or try another address you use.')}
          </p>
          <p>
            <a href={page.action} className="link">
              {t('Try another address')}
            </a>
          </p>
        </Frame>
      )
    case 'open':
      return (
        <Frame title={t('Your purchases')} shop={shop}>
          <p>{t('Your purchases will be available in this browser for an hour.')}</p>
          <form method="post" action={page.action}>
            <input type="hidden" name="key" value={page.key} />
            <button type="submit" className="button px-6 py-3">
              {t('Show my purchases')}
            </button>
          </form>
        </Frame>
      )
    case 'purchases':
      return <Purchases {...page} shop={shop} />
    case 'notice':
      return (
        <Frame title={page.title} shop={shop}>
          <p>{page.text}</p>
          {page.next !== null && (
            <p>
              <a href={page.next.path} className="link">
                {page.next.text}
              </a>
            </p>
          )}
        </Frame>
      )
  }
}

type FrameProps = {
  readonly title: string
  readonly shop: ShopFace | null
  readonly children: ReactNode
}

function Frame({ title, shop, children }: FrameProps) {
  const hasLogo = shop !== null && (shop.logo !== null || shop.wideLogo !== null)
  return (
    <main className="mx-auto grid max-w-160 gap-5 px-4 pt-6 pb-12 wrap-anywhere sm:pt-14">
      {shop !== null && hasLogo && <ShopHead shop={shop} className="mb-2" />}
      <header className="grid gap-1.5">
        <h1 className="text-[1.75rem] leading-tight font-bold tracking-[-0.01em] text-balance">{title}</h1>
        {shop !== null && !hasLogo && <p className="text-muted">{t('From {shop}', { shop: shop.name })}</p>}
      </header>
      <div className="panel grid gap-5 p-5 sm:p-7">{children}</div>
      {shop !== null && <ShopContact shop={shop} />}
    </main>
  )
}

function AskForm({ action, email, error }: AskPageData) {
  return (
    <form method="post" action={action} className="grid gap-5" noValidate>
      <p>
        {t(
          'Enter the email you bought with, and we will send you a link to your purchases, invoices and subscriptions.',
        )}
      </p>
      <div className="grid gap-1.5">
        <label htmlFor="email" className="font-medium">
          {t('Email')}
        </label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={email}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : 'email-error'}
          {...(error === null ? {} : { autoFocus: true })}
          className={`control ${error === null ? '' : 'control-invalid'}`}
        />
        {error !== null && (
          <p id="email-error" className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      <button type="submit" className="button justify-self-start px-6 py-3">
        {t('Email me a link')}
      </button>
    </form>
  )
}

function Purchases({
  shop,
  email,
  purchases,
  hasMore,
  years,
  dataPath,
  leavePath,
}: PurchasesPageData & Pick<PortalPageProps, 'shop'>) {
  return (
    <Frame title={t('Your purchases')} shop={shop}>
      <p className="text-muted">{t('Bought with {email}', { email })}</p>
      {purchases.length === 0 ? (
        <p>{t('There are no purchases for this address.')}</p>
      ) : (
        <ul className="grid gap-5">
          {purchases.map((purchase) => (
            <Purchase key={purchase.id} purchase={purchase} />
          ))}
        </ul>
      )}
      {hasMore && (
        <p className="text-muted">{t('Your latest {count} purchases', { count: purchases.length })}</p>
      )}
      {years.length > 0 && (
        <section aria-labelledby="invoices" className="grid gap-2">
          <h2 id="invoices" className="text-lg font-semibold">
            {t('All invoices by year')}
          </h2>
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {years.map(({ year, path }) => (
              <li key={year}>
                <a href={path} className="link">
                  {`${year} (PDF)`}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <a href={dataPath} className="link">
          {t('Download your data (JSON)')}
        </a>
        <form method="post" action={leavePath}>
          <button type="submit" className="button-quiet px-5 py-2.5">
            {t('Sign out')}
          </button>
        </form>
      </div>
    </Frame>
  )
}

function Purchase({ purchase }: { readonly purchase: ShownPurchase }) {
  const { title, date, amount, state, standing, files, path, invoicePath, documents } = purchase
  return (
    <li className="grid gap-1 border-b border-line pb-5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <a href={path} className="link font-medium">
          {title}
        </a>
        <span className="font-medium tabular-nums">{amount}</span>
      </span>
      <span className="text-muted">
        {date}
        {state !== null && ` · ${state}`}
        {files > 0 && ` · ${t('{files, plural, one {# file} other {# files}}', { files })}`}
      </span>
      {standing !== null && <span>{standing}</span>}
      {invoicePath !== null && (
        <span>
          <a
            href={invoicePath}
            className="link"
            aria-label={t('Invoice for {title}, {date}', { title, date })}
          >
            {t('Invoice')}
          </a>
        </span>
      )}
      {documents.map((document) => (
        <span key={document.path}>
          <a href={document.path} className="link">
            {document.title}
          </a>
        </span>
      ))}
    </li>
  )
}
