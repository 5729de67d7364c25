import { useQuery } from '@tanstack/react-query'
import { Maximize2, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Language } from '#foundation/language/languages.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { type PreviewMessage, previewPath } from '#buying/checkout/page/preview/preview-message.ts'
import { useLoadedItems } from '#selling/form-editor/ui/editor/loaded-items.ts'
import { useNow, useSoldValues, useTypedValues } from '#selling/form-editor/ui/editor/use-form-fields.ts'
import { useMedia } from '#web/kit/browser/use-media.ts'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import { firstGoodValues, goodValuesOf } from './good-values.ts'
import { type Draft, offersOfValues, pageOfValues, timersOf } from './page-of-values.ts'

type Device = 'phone' | 'desktop'

/** The width of the shown page, in CSS pixels. */
const widths = { phone: 390, desktop: 1280 } as const satisfies Record<Device, number>

/** The frame can run the page, but not open windows, submit forms or navigate. */
const frameRights = 'allow-scripts allow-same-origin'

type DeviceProps = {
  readonly message: PreviewMessage
  readonly device: Device
  /** The language of the page's own texts. */
  readonly language: string
}

/** The payment page in a frame, scaled to fit. Each message updates it. */
function PreviewFrame({ message, device, language }: DeviceProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(message)
  const room = useRoom(place)
  const send = () => frame.current?.contentWindow?.postMessage(latest.current, window.location.origin)
  useLayoutEffect(() => {
    latest.current = message
    send()
  }, [message])
  const width = widths[device]
  const scale = Math.min(1, room.width / width)
  return (
    <div
      ref={place}
      className="relative min-h-0 flex-1 overflow-hidden rounded-2xl border border-line bg-sunken"
    >
      <iframe
        ref={frame}
        key={language}
        src={`${previewPath}?lang=${language}`}
        title={t('Preview of the payment page')}
        sandbox={frameRights}
        onLoad={send}
        className="absolute top-0 left-0 origin-top-left bg-white dark:bg-black"
        style={{
          width,
          height: scale === 0 ? 0 : room.height / scale,
          transform: `translateX(${(room.width - width * scale) / 2}px) scale(${scale})`,
        }}
      />
    </div>
  )
}

/** The size of an element, updated as it changes. */
function useRoom(place: { readonly current: HTMLElement | null }) {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = place
    if (current === null) return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [place])
  return room
}

type Props = {
  /** The language that the preview shows. Null is the seller's own. */
  readonly language: Language | null
  /** Whether the large preview is open. */
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The payment page being edited, next to the fields if there is room, or in a large dialog. */
export function Preview({ language, isOpen, onOpenChange }: Props) {
  const isWide = useMedia('(min-width: 64rem)')
  const enlarge = useRef<HTMLButtonElement>(null)
  return (
    <>
      {isWide && !isOpen && (
        <aside aria-label={t('Preview')} className="sticky top-20 h-[calc(100dvh-8rem)] self-start">
          <EditedPane name="beside" firstDevice="phone" language={language}>
            <IconButton ref={enlarge} label={t('Enlarge the preview')} onClick={() => onOpenChange(true)}>
              <Maximize2 aria-hidden className="size-5" />
            </IconButton>
          </EditedPane>
        </aside>
      )}
      <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-black/50 backdrop-blur-[2px]" />
          <Dialog.Content
            aria-modal
            tabIndex={undefined}
            // The small preview was unmounted while the large one was open.
            onCloseAutoFocus={() => enlarge.current?.focus()}
            aria-describedby={undefined}
            className="fixed inset-x-0 top-8 bottom-0 z-50 mx-auto max-w-7xl animate-rise rounded-t-3xl border border-line bg-surface p-4 shadow-float outline-none sm:inset-6 sm:rounded-3xl sm:p-5"
          >
            <Dialog.Title className="sr-only">{t('Preview of the payment page')}</Dialog.Title>
            <EditedPane name="above" firstDevice={isWide ? 'desktop' : 'phone'} language={language}>
              <Dialog.Close aria-label={t('Close')} className={iconButtonClass}>
                <X aria-hidden className="size-5" />
              </Dialog.Close>
            </EditedPane>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

type View = 'now' | 'after' | 'offer'

type Scheme = PreviewMessage['scheme']

const schemes = [
  { value: 'light', label: msg('Light') },
  { value: 'dark', label: msg('Dark') },
] as const satisfies readonly { value: Scheme; label: Message }[]

const devices = [
  { value: 'phone', label: msg('Phone') },
  { value: 'desktop', label: msg('Desktop') },
] as const satisfies readonly { value: Device; label: Message }[]

const said = ({ value, label }: { readonly value: string; readonly label: Message }) => ({
  value,
  label: say(label),
})

type PreviewPaneProps = {
  /** Distinguishes this preview from another one in the document. */
  readonly name: string
  readonly firstDevice: Device
  /** Shown next to the device choice. */
  readonly children?: ReactNode
}

function EditedPane({ language, ...props }: PreviewPaneProps & Pick<Props, 'language'>) {
  return <PreviewPane {...props} draft={useDraft(language)} />
}

type DraftProps = PreviewPaneProps & {
  readonly draft: Draft
  /** The time at which the page is shown, in milliseconds. If missing, it is shown as of now. */
  readonly at?: number | undefined
}

/** The payment page of a draft, with choices of device, time and offer. */
export function PreviewPane({ name, firstDevice, draft, at, children }: DraftProps) {
  const [device, setDevice] = useState<Device>(firstDevice)
  const [wanted, setWanted] = useState<View>('now')
  const [place, setPlace] = useState(0)
  const { colorScheme } = draft.good
  const isByDevice = colorScheme === 'automatic' || colorScheme === 'device'
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)')
  const [chosenScheme, setScheme] = useState<Scheme | null>(null)
  const scheme = isByDevice ? (chosenScheme ?? (isDeviceDark ? 'dark' : 'light')) : colorScheme
  const present = useNow()
  const now = at ?? present
  const timers = timersOf(draft)
  const offers = offersOfValues(draft)
  const views = viewsOf(at === undefined ? t('Now') : t('Then'), timers.length, offers.length)
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
          label={t('Width')}
          name={`${name}-device`}
          options={devices.map(said)}
          chosen={device}
          onChange={({ target }) => setDevice(target.value === 'phone' ? 'phone' : 'desktop')}
        />
        {isByDevice && (
          <Segmented
            isCompact
            label={t('Colors')}
            name={`${name}-scheme`}
            options={schemes.map(said)}
            chosen={scheme}
            onChange={({ target }) => setScheme(target.value === 'dark' ? 'dark' : 'light')}
          />
        )}
        <div className="ml-auto">{children}</div>
      </div>
      {views.length > 1 && (
        <Segmented
          isCompact
          label={t('View')}
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
          label={view === 'after' ? t('Timer') : t('Offer')}
          options={things.map(({ title }, index) => ({ value: String(index), label: title }))}
          value={String(shown)}
          onChange={({ target }) => setPlace(Number(target.value))}
        />
      )}
      <PreviewFrame device={device} message={message} language={draft.language} />
    </div>
  )
}

export const noShop = {
  name: '',
  logo: null,
  font: 'system',
  country: null,
  termsUrl: null,
  contactEmail: null,
  website: null,
} as const

/** The editor's form, with its last valid values. */
function useDraft(language: Language | null): Draft {
  const values = useSoldValues(useTypedValues())
  const known = useLoadedItems(values.taxId)
  const { data: shop = noShop } = useQuery(shopQuery)
  const [last, setLast] = useState(firstGoodValues)
  const good = goodValuesOf(values, last)
  if (JSON.stringify(good) !== JSON.stringify(last)) setLast(good)
  return { values, good, known, shop, language: language ?? values.contentLanguage ?? 'en' }
}

function viewsOf(now: string, timers: number, offers: number) {
  const views: { readonly value: View; readonly label: string }[] = [{ value: 'now', label: now }]
  if (timers > 0) views.push({ value: 'after', label: t('After timer') })
  if (offers > 0) views.push({ value: 'offer', label: t('Offer pop-up') })
  return views
}
