import { ShopContact, ShopHead } from '#buying/checkout/ui/details/shop-head.tsx'
import { t } from '#foundation/language/t.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { PauseQuestion } from '../page/purchase-data.ts'

/** Asks a buyer about a pause and shows its dates and amounts. Only the button changes anything. */
export function PausePage({ question }: { readonly question: PauseQuestion }) {
  const { title, about, lines, problem, confirmUrl, form, backPath, shop } = question
  return (
    <main className="mx-auto grid max-w-140 grid-cols-1 gap-5 px-4 pt-6 pb-12 wrap-anywhere sm:pt-14">
      {(shop.logo !== null || shop.wideLogo !== null) && <ShopHead shop={shop} className="mb-2" />}
      <header className="grid gap-1.5">
        <h1 className="text-[1.75rem] leading-tight font-bold tracking-[-0.01em] text-balance">{title}</h1>
        <p className="text-muted">
          <Own>{about}</Own> · <Own>{shop.name}</Own>
        </p>
      </header>
      <div className="panel grid grid-cols-1 gap-5 p-5 sm:p-7">
        {problem !== null && (
          <p role="alert" className="note note-danger">
            {problem}
          </p>
        )}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {confirmUrl !== null && (
          <a href={confirmUrl} className="button min-h-11 justify-self-start px-5">
            {t('Confirm with your bank')}
          </a>
        )}
        {form !== null && <Answer {...form} />}
        <p>
          <a href={backPath} className="link">
            {t('Back to your purchase')}
          </a>
        </p>
      </div>
      <ShopContact shop={shop} />
    </main>
  )
}

function Answer({ path, kind, next, ends, button }: NonNullable<PauseQuestion['form']>) {
  const [first, ...others] = ends
  return (
    <form method="post" action={path} className="grid justify-items-start gap-5">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="next" value={next} />
      {first !== undefined && others.length === 0 && <input type="hidden" name="until" value={first.until} />}
      {others.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-medium">{t('Continue on')}</legend>
          {ends.map(({ until, label }, place) => (
            <label key={until} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="until"
                value={until}
                required
                defaultChecked={place === 0}
                className="size-5 shrink-0 accent-[var(--accent)]"
              />
              <span className="min-w-0">{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <button type="submit" className="button min-h-11 px-5">
        {button}
      </button>
    </form>
  )
}
