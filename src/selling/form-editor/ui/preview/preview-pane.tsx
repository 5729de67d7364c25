import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import type { PreviewMessage } from '#buying/checkout/page/preview-message.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { useMedia } from '#web/kit/browser/use-media.ts'
import { useLoadedItems } from '../editor/loaded-items.ts'
import { useSoldValues } from '../editor/use-sold-values.ts'
import { useNow, useTypedValues } from '../editor/use-typed-values.ts'
import { firstGoodValues, goodValuesOf } from './good-values.ts'
import { offersOfValues, pageOfValues, timersOf, type Draft } from './page-of-values.ts'
import { PreviewFrame, type Device } from './preview-frame.tsx'

type View = 'now' | 'after' | 'offer'

type Scheme = PreviewMessage['scheme']

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { value: Scheme; label: string }[]

const devices = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const satisfies readonly { value: Device; label: string }[]

type Props = {
  /** Told apart from another one in the same document. */
  readonly name: string
  readonly firstDevice: Device
  /** What stands beside the choice of a device. */
  readonly children: ReactNode
}

/** The payment page as it is being made, and what of it is looked at: where, when, and what follows the payment. */
export function PreviewPane({ name, firstDevice, children }: Props) {
  const [device, setDevice] = useState<Device>(firstDevice)
  const [wanted, setWanted] = useState<View>('now')
  const [place, setPlace] = useState(0)
  const draft = useDraft()
  const { colorScheme } = draft.good
  const isByDevice = colorScheme === 'automatic' || colorScheme === 'device'
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)')
  const [chosenScheme, setScheme] = useState<Scheme | null>(null)
  const scheme = isByDevice ? (chosenScheme ?? (isDeviceDark ? 'dark' : 'light')) : colorScheme
  const now = useNow()
  const timers = timersOf(draft)
  const offers = offersOfValues(draft)
  const views = viewsOf(timers.length, offers.length)
  const view = views.find(({ value }) => value === wanted)?.value ?? 'now'
  const things = view === 'after' ? timers : view === 'offer' ? offers : []
  const shown = Math.min(place, Math.max(0, things.length - 1))
  const over = view === 'after' ? timers[shown] : undefined
  const message: PreviewMessage = {
    kind: 'tillform-preview',
    data: pageOfValues(draft, over?.expiresAt ?? now, over?.priceId),
    offer: view === 'offer' ? (offers[shown] ?? null) : null,
    scheme,
  }
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          isCompact
          label="Width"
          name={`${name}-device`}
          options={devices}
          chosen={device}
          onChange={({ target }) => setDevice(target.value === 'phone' ? 'phone' : 'desktop')}
        />
        {isByDevice && (
          <Segmented
            isCompact
            label="Colors"
            name={`${name}-scheme`}
            options={schemes}
            chosen={scheme}
            onChange={({ target }) => setScheme(target.value === 'dark' ? 'dark' : 'light')}
          />
        )}
        <div className="ml-auto">{children}</div>
      </div>
      {views.length > 1 && (
        <Segmented
          isCompact
          label="What is shown"
          name={`${name}-view`}
          options={views}
          chosen={view}
          onChange={({ target }) => {
            setWanted(views.find(({ value }) => value === target.value)?.value ?? 'now')
            setPlace(0)
          }}
        />
      )}
      {things.length > 1 && (
        <Select
          label={view === 'after' ? 'Deadline' : 'Offer'}
          options={things.map(({ title }, index) => ({ value: String(index), label: title }))}
          value={String(shown)}
          onChange={({ target }) => setPlace(Number(target.value))}
        />
      )}
      <PreviewFrame device={device} message={message} />
    </div>
  )
}

const noShop = { name: '', logo: null, font: 'system', country: null, termsUrl: null } as const

/** The editor's form, with what of it last made sense. */
function useDraft(): Draft {
  const values = useSoldValues(useTypedValues())
  const known = useLoadedItems(values.taxId)
  const { data: shop = noShop } = useQuery(shopQuery)
  const [last, setLast] = useState(firstGoodValues)
  const good = goodValuesOf(values, last)
  if (JSON.stringify(good) !== JSON.stringify(last)) setLast(good)
  return { values, good, known, shop }
}

function viewsOf(timers: number, offers: number) {
  const views: { readonly value: View; readonly label: string }[] = [{ value: 'now', label: 'Now' }]
  if (timers > 0) views.push({ value: 'after', label: 'After the deadline' })
  if (offers > 0) views.push({ value: 'offer', label: 'Offer pop-up' })
  return views
}
