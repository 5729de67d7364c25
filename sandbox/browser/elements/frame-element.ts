import { elementClasses } from './element-classes.ts'
import { EventHandlers, type Handler } from '../event-handlers.ts'
import {
  connectMessage,
  type Answer,
  type Ask,
  type ElementOptions,
  type FromFrame,
  type ToFrame,
} from '../frames/frame-messages.ts'
import { connectionError, integrationError } from '../provider-error.ts'
import type { ProviderClient } from '../provider-request.ts'

const connectTimeoutMs = 10_000

type Mounted = {
  readonly container: Element
  readonly frame: HTMLIFrameElement
  readonly timeout: number
  readonly unlisten: AbortController
}

/** An element's type and the frame it shows. */
export type ElementKind = {
  readonly type: 'card' | 'payment' | 'expressCheckout'
  readonly path: string
  readonly title: string
}

/** The page's side of an element: it places the frame and reports its state, but never sees the input. */
export class FrameElement {
  protected readonly client: ProviderClient
  readonly #kind: ElementKind
  readonly #handlers = new EventHandlers()
  readonly #onDestroy: () => void
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #options: ElementOptions
  #change: Extract<FromFrame, { kind: 'change' }>['change'] | undefined
  #hasFocus = false
  #mounted: Mounted | undefined
  #port: MessagePort | undefined
  #unsent: ToFrame[] = []
  #isDestroyed = false
  #lastAsk = 0

  constructor(client: ProviderClient, kind: ElementKind, options: ElementOptions, onDestroy: () => void) {
    this.client = client
    this.#kind = kind
    this.#options = options
    this.#onDestroy = onDestroy
  }

  mount(target: string | Element): void {
    if (this.#isDestroyed)
      throw integrationError('This Element has already been destroyed. Please create a new one.')
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (container === null) throw integrationError('The selector you specified applies to no DOM elements.')
    if (this.#mounted?.container === container) return
    this.unmount()

    const frame = createFrame(this.client.origin, this.#kind)
    const timeout = window.setTimeout(() => this.#failToLoad(), connectTimeoutMs)
    const unlisten = new AbortController()
    this.#mounted = { container, frame, timeout, unlisten }
    frame.addEventListener('load', () => this.#connect(frame))
    labelOf(container)?.addEventListener('click', () => this.focus(), { signal: unlisten.signal })
    container.replaceChildren(frame)
    this.#showState()
  }

  on(event: string, handler: Handler): this {
    this.#handlers.add(event, handler)
    return this
  }

  once(event: string, handler: Handler): this {
    const remove = (value: unknown): void => {
      this.#handlers.remove(event, remove)
      handler(value)
    }
    return this.on(event, remove)
  }

  off(event: string, handler?: Handler): this {
    this.#handlers.remove(event, handler)
    return this
  }

  addEventListener(event: string, handler: Handler): this {
    return this.on(event, handler)
  }

  removeEventListener(event: string, handler?: Handler): this {
    return this.off(event, handler)
  }

  update(options: ElementOptions): void {
    this.#options = { ...this.#options, ...options }
    this.tell({ kind: 'options', options: frameOptions(options) })
    this.#showState()
  }

  focus(): void {
    this.#mounted?.frame.focus()
    this.tell({ kind: 'focus' })
  }

  blur(): void {
    this.tell({ kind: 'blur' })
  }

  clear(): void {
    this.tell({ kind: 'clear' })
  }

  unmount(): void {
    if (this.#mounted === undefined) return
    const { container, frame, timeout, unlisten } = this.#mounted
    window.clearTimeout(timeout)
    unlisten.abort()
    this.#port?.close()
    this.#port = undefined
    this.#unsent = []
    this.#failWaiting()
    this.#change = undefined
    this.#hasFocus = false
    this.#showState('remove')
    this.#mounted = undefined
    frame.remove()
    container.replaceChildren()
  }

  destroy(): void {
    this.unmount()
    this.#isDestroyed = true
    this.#onDestroy()
  }

  /** Sends a request to the frame. For internal use by this script, not by the page. */
  protected ask(ask: Ask): Promise<Answer> {
    if (this.#mounted === undefined)
      throw integrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    this.#lastAsk += 1
    const id = this.#lastAsk
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.tell({ kind: 'ask', id, ask })
    })
  }

  protected tell(message: ToFrame): void {
    const port = this.#port
    if (port === undefined) this.#unsent.push(message)
    else port.postMessage(message)
  }

  protected emit(event: string, details: object = {}): void {
    this.#handlers.call(event, { elementType: this.#kind.type, ...details })
  }

  /** Handles messages that only this kind of frame sends. */
  protected receiveOwn(_message: FromFrame): void {
    // Most kinds of frames send no such messages.
  }

  /** The data in the element's ready event. */
  protected readyDetails(): object {
    return {}
  }

  #connect(frame: HTMLIFrameElement): void {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', (event: MessageEvent<FromFrame>) => this.#receive(event.data))
    port1.start()
    frame.contentWindow?.postMessage(connectMessage, this.client.origin, [port2])
    this.#port = port1
    this.tell({ kind: 'options', options: frameOptions(this.#options) })
    for (const message of this.#unsent.splice(0)) this.tell(message)
  }

  #receive(message: FromFrame): void {
    switch (message.kind) {
      case 'ready':
        window.clearTimeout(this.#mounted?.timeout)
        return this.emit('ready', this.readyDetails())
      case 'focus':
      case 'blur':
        if (this.#hasFocus === (message.kind === 'focus')) return
        this.#hasFocus = !this.#hasFocus
        this.#showState()
        return this.emit(message.kind)
      case 'escape':
        return this.emit('escape')
      case 'submit':
        return this.#mounted?.container.closest('form')?.requestSubmit()
      case 'height':
        return this.#mounted?.frame.style.setProperty('height', `${message.pixels}px`)
      case 'change':
        this.#change = message.change
        this.#showState()
        return this.emit('change', message.change)
      case 'answer':
        this.#waiting.get(message.id)?.(message.answer)
        this.#waiting.delete(message.id)
        return
      case 'click':
        return this.receiveOwn(message)
    }
  }

  #failToLoad(): void {
    this.#failWaiting()
    this.emit('loaderror', { error: connectionError })
  }

  #failWaiting(): void {
    for (const resolve of this.#waiting.values()) resolve({ error: connectionError })
    this.#waiting.clear()
  }

  #showState(present: 'remove' | 'show' = 'show'): void {
    const state = { change: this.#change, hasFocus: this.#hasFocus, isMounted: present === 'show' }
    for (const [name, isOn] of elementClasses(this.#options.classes, state))
      this.#mounted?.container.classList.toggle(name, isOn)
  }
}

/**
 * Sends only the options that the frame uses, because others can contain values such as functions, which
 * cannot be sent.
 */
function frameOptions({ style, value, hidePostalCode, hideIcon, disabled, readOnly }: ElementOptions) {
  const plainStyle: unknown = JSON.parse(JSON.stringify(style ?? {}))
  const postalCode = value?.postalCode
  return {
    style: plainStyle,
    ...(postalCode !== undefined && { value: { postalCode } }),
    ...(hidePostalCode !== undefined && { hidePostalCode }),
    ...(hideIcon !== undefined && { hideIcon }),
    ...(disabled !== undefined && { disabled }),
    ...(readOnly !== undefined && { readOnly }),
  }
}

function createFrame(origin: string, { path, title }: ElementKind): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = origin + path
  frame.allow = 'payment *'
  // Sets styles one by one, because a page's policy can forbid style attributes. Browsers paint a frame
  // opaque if its color scheme differs from its element's.
  const style = { display: 'block', width: '100%', height: '24px', border: '0', colorScheme: 'light' }
  Object.assign(frame.style, style)
  return frame
}

function labelOf(container: Element): Element | null {
  return (
    container.closest('label') ??
    (container.id === '' ? null : document.querySelector(`label[for="${CSS.escape(container.id)}"]`))
  )
}
