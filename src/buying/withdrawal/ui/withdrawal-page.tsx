import type { ReactNode } from 'react'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { ShopContact, ShopHead } from '#buying/checkout/ui/details/shop-head.tsx'
import { say, t } from '#foundation/language/t.ts'
import type { ChoicePageData, ReceivedPageData, WithdrawalPageData } from '../page-data.ts'
import { textsOf } from '../statement/statement-kinds.ts'
import { withdrawalTexts } from '../texts.ts'
import { ReviewForm, StatementForm, Facts } from './statement-form.tsx'

type WithdrawalPageProps = { readonly page: WithdrawalPageData; readonly shop: ShopFace | null }

export function WithdrawalPage({ page, shop }: WithdrawalPageProps) {
  switch (page.kind) {
    case 'form':
      return (
        <Frame title={say(textsOf(page.about).title)} shop={shop}>
          <StatementForm {...page} />
        </Frame>
      )
    case 'review':
      return (
        <Frame title={t('Check your statement')} shop={shop}>
          <ReviewForm {...page} />
        </Frame>
      )
    case 'choice':
      return (
        <Frame title={say(withdrawalTexts.title)} shop={shop}>
          <ChoiceForm {...page} />
        </Frame>
      )
    case 'received':
      return (
        <Frame title={say(textsOf(page.about).receipt)} shop={shop}>
          <Received {...page} />
        </Frame>
      )
    case 'notice':
      return (
        <Frame title={page.title} shop={shop}>
          <p>{page.text}</p>
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
    <main className="mx-auto grid max-w-140 grid-cols-1 gap-5 px-4 pt-6 pb-12 wrap-anywhere sm:pt-14">
      {shop !== null && hasLogo && <ShopHead shop={shop} className="mb-2" />}
      <header className="grid gap-1.5">
        <h1 className="text-[1.75rem] leading-tight font-bold tracking-[-0.01em] text-balance">{title}</h1>
        {shop !== null && !hasLogo && (
          <p className="text-muted">{t('To {sellerName}', { sellerName: shop.name })}</p>
        )}
      </header>
      <div className="panel grid grid-cols-1 gap-5 p-5 sm:p-7">{children}</div>
      {shop !== null && <ShopContact shop={shop} />}
    </main>
  )
}

function Received({ about, received, proof, statement, name, email, backPath }: ReceivedPageData) {
  return (
    <>
      <p role="status" className="font-medium">
        {received}
      </p>
      <Facts
        facts={[
          [t('Statement'), statement],
          [say(withdrawalTexts.fields.name), name],
          [say(withdrawalTexts.fields.email), email],
        ]}
      />
      <p>{proof}</p>
      {backPath === null ? (
        <p className="text-muted">{say(textsOf(about).next)}</p>
      ) : (
        <p>
          <a href={`${backPath}#withdrawal`} className="link">
            {t('Back to your purchase')}
          </a>
        </p>
      )}
    </>
  )
}

function ChoiceForm(page: ChoicePageData) {
  const { action, right, name, email, parts, next, problem, backPath } = page
  const [only] = parts
  return (
    <form method="post" action={action} className="grid gap-5">
      {right !== null && <p>{right}</p>}
      {parts.length === 1 && only !== undefined ? (
        <>
          <Facts facts={[[say(withdrawalTexts.named), `${only.title}\n${only.amount}`]]} />
          <input type="hidden" name="part" value={only.id} />
        </>
      ) : (
        <fieldset className="grid gap-2" aria-describedby={problem === null ? undefined : 'part-error'}>
          <legend className="mb-2 text-sm font-medium">{say(withdrawalTexts.named)}</legend>
          {parts.map(({ id, title, amount }) => (
            <label key={id} className="flex items-start gap-3 py-1.5">
              <input
                type="checkbox"
                name="part"
                value={id}
                defaultChecked={problem === null}
                className="mt-1 size-5 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0 grow">{title}</span>
              <span className="whitespace-nowrap tabular-nums">{amount}</span>
            </label>
          ))}
          {problem !== null && (
            <p id="part-error" role="alert" className="text-danger text-sm">
              {problem}
            </p>
          )}
        </fieldset>
      )}
      <Facts
        facts={[
          [say(withdrawalTexts.fields.name), name],
          [t('Confirmation sent to'), email],
        ]}
      />
      <p className="note">{next.join(' ')}</p>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button px-6 py-3">
          {say(withdrawalTexts.confirm)}
        </button>
        <a href={backPath} className="button-quiet px-5 py-2.5">
          {t('Keep it')}
        </a>
      </div>
    </form>
  )
}
