import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'

/** A picture of the sellers' app, drawn by the page itself. The form does not depend on it. */
export function Showcase({ path }: { readonly path: string }) {
  return (
    <div
      aria-hidden
      className="relative m-3 hidden place-items-center overflow-hidden rounded-[2rem] bg-linear-160 from-[#9b3df0] via-[#7f1ccf] to-[#3c0a6b] p-10 text-white select-none lg:grid"
    >
      <div className="absolute -top-32 -right-24 size-96 rounded-full bg-[#ffd166]/25 blur-3xl" />
      <div className="absolute -bottom-40 -left-24 size-112 rounded-full bg-[#ff5fa2]/25 blur-3xl" />
      <div className="relative w-full max-w-md">
        {path === '/register' ? <Checkout /> : path === '/' || path === '/login' ? <Sales /> : <Receipt />}
      </div>
    </div>
  )
}

type SceneProps = {
  readonly title: string
  /** The notification at the lower edge of the picture. */
  readonly news: ReactNode
  readonly children: ReactNode
}

function Scene({ title, news, children }: SceneProps) {
  return (
    <>
      <p className="mb-8 text-4xl leading-tight font-bold tracking-tight text-balance">{title}</p>
      <div className="rounded-3xl bg-white p-6 text-[#1c1426] shadow-2xl shadow-black/40">{children}</div>
      <div className="-mt-4 ml-auto flex w-fit translate-x-6 items-center gap-3 rounded-2xl bg-[#1c1426] px-4 py-3 shadow-xl">
        <Tick />
        <p>{news}</p>
      </div>
    </>
  )
}

const strong = <span className="font-semibold" />

function Checkout() {
  return (
    <Scene
      title={t('From idea to paid, on one page.')}
      news={rich('<b>$58.00</b> from Ines, straight to your account', { b: strong })}
    >
      <Row name={t('Watercolor for beginners')} note={t('12 lessons, yours to keep')} amount="$49.00" />
      <div className="mt-5 flex items-center gap-3 rounded-2xl border-2 border-dashed border-[#b57bf0] bg-[#f8f1fe] p-4">
        <Tick />
        <p className="flex-1 font-medium">{t('Add the brush guide')}</p>
        <p className="font-semibold">$9.00</p>
      </div>
      <Total amount="$58.00" />
      <p className="mt-4 rounded-xl bg-[#7f1ccf] py-3.5 text-center font-semibold text-white">
        {t('Pay $58.00')}
      </p>
    </Scene>
  )
}

/** Sales per day, as heights in percent. */
const days = [34, 52, 41, 68, 57, 84, 100]

function Sales() {
  return (
    <Scene
      title={t('See every sale as it happens.')}
      news={rich('<b>$49.00</b> from Ines, just now', { b: strong })}
    >
      <p className="text-[#625870]">{t('Sales this week')}</p>
      <p className="mt-1 text-3xl font-bold tracking-tight">$1,284.00</p>
      <div className="mt-6 flex h-36 items-end gap-3">
        {days.map((height, day) => (
          <span
            key={height}
            style={{ height: `${height}%` }}
            className={`flex-1 rounded-t-lg ${day === days.length - 1 ? 'bg-[#7f1ccf]' : 'bg-[#e3cdf8]'}`}
          />
        ))}
      </div>
      <p className="mt-5 flex justify-between border-t border-[#e8e1ef] pt-4 font-semibold">
        <span>{t('Order bumps accepted')}</span>
        <span>38%</span>
      </p>
    </Scene>
  )
}

function Receipt() {
  return (
    <Scene
      title={t('Every buyer gets a clear receipt.')}
      news={rich('<b>Invoice</b> sent to Ines', { b: strong })}
    >
      <p className="text-lg font-semibold">{t('Thank you, Ines!')}</p>
      <div className="mt-5 grid gap-3">
        <Row name={t('Watercolor for beginners')} note={t('12 lessons, yours to keep')} amount="$49.00" />
        <Row name={t('Brush guide')} note={t('PDF, ready to download')} amount="$9.00" />
      </div>
      <Total amount="$58.00" />
    </Scene>
  )
}

type RowProps = { readonly name: string; readonly note: string; readonly amount: string }

function Row({ name, note, amount }: RowProps) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p className="text-lg font-semibold">{name}</p>
        <p className="text-[#625870]">{note}</p>
      </div>
      <p className="text-lg font-semibold">{amount}</p>
    </div>
  )
}

function Total({ amount }: { readonly amount: string }) {
  return (
    <div className="mt-5 flex justify-between border-t border-[#e8e1ef] pt-4 text-lg font-semibold">
      <p>{t('Total')}</p>
      <p>{amount}</p>
    </div>
  )
}

function Tick() {
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-[#0d7347] text-white">
      <svg viewBox="0 0 20 20" className="size-4" fill="none" stroke="currentColor" strokeWidth="2.6">
        <path d="m5 10.5 3.5 3.5L15 7" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
