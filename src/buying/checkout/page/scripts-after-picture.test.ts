import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

type ProviderTag = {
  readonly id: string
  readonly src: string
  readonly dataset: { readonly state?: string }
  readonly onload: () => void
  readonly onerror: () => void
}
type Listeners = Map<string, () => void>

/**
 * Runs the script in a document with this picture. Returns the scripts it started and the events that a test
 * can fire.
 */
function open(picture: { readonly complete: boolean } | null, provider?: string) {
  const started: string[] = []
  const [ofPicture, ofWindow]: [Listeners, Listeners] = [new Map(), new Map()]
  const later: (() => void)[] = []
  const frames: (() => void)[] = []
  const appended: ProviderTag[] = []
  const listen = (listeners: Listeners) => (name: string, listener: () => void) =>
    listeners.set(name, listener)
  const document = {
    currentScript: { dataset: { page: '/assets/payment-1.js', ...(provider && { provider }) } },
    querySelector: () => picture && { ...picture, addEventListener: listen(ofPicture) },
    createElement: () => ({ dataset: {} }),
    head: {
      append: (script: ProviderTag) => {
        started.push(`${script.id} ${script.src}`)
        appended.push(script)
      },
    },
  }
  const context = createContext({
    document,
    addEventListener: listen(ofWindow),
    setTimeout: (begin: () => void) => later.push(begin),
    requestAnimationFrame: (paint: () => void) => frames.push(paint),
    started,
  })
  // This separate JavaScript context cannot import modules, so imports are only recorded.
  new Script(scriptsAfterPicture.replace('import(page)', 'started.push(page)')).runInContext(context)
  const run = (waiting: (() => void)[]) => {
    for (const one of waiting.splice(0)) one()
  }
  const paint = () => {
    later.length = 0
    run(frames)
    run(later)
  }
  return { started, appended, ofPicture, ofWindow, later, paint }
}

const provider = 'https://js.example/stripe.js'
const both = ['/assets/payment-1.js', `provider-script ${provider}`]

test.each(['load', 'error'])(
  'after the picture’s %s and the next paint, the scripts start only once',
  (name) => {
    const { started, ofPicture, ofWindow, paint } = open({ complete: false }, provider)
    ofPicture.get(name)?.()
    expect(started).toEqual([])
    paint()
    ofWindow.get('keydown')?.()
    expect(started).toEqual(both)
  },
)

test.each(['pointerdown', 'keydown', 'focusin'])(
  'a buyer’s %s starts the scripts before the picture loads',
  (name) => {
    const { started, ofWindow } = open({ complete: false }, provider)
    ofWindow.get(name)?.()
    expect(started).toEqual(both)
  },
)

test('scripts start after a while even if the picture does not load', () => {
  const { started, later } = open({ complete: false }, provider)
  later[0]?.()
  expect(started).toEqual(both)
})

test('scripts wait for a cached picture’s paint and start immediately without a picture', () => {
  const { started, paint } = open({ complete: true }, provider)
  expect(started).toEqual([])
  paint()
  expect(started).toEqual(both)
  expect(open(null, provider).started).toEqual(both)
})

test.each(['onload', 'onerror'] as const)(
  'Stripe’s script is marked as complete after its %s event',
  (name) => {
    const [script] = open(null, provider).appended
    expect(script?.dataset.state).toBe('loading')
    script?.[name]()
    expect(script?.dataset.state).toBe('complete')
  },
)

test('a page with only free prices loads nothing from Stripe', () => {
  const { started, paint } = open({ complete: true })
  paint()
  expect(started).toEqual(['/assets/payment-1.js'])
})
