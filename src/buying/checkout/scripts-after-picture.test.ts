import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

type Listeners = Map<string, () => void>

/** The script in a document with such a picture: what it has started, and what can happen to it. */
function open(picture: { readonly complete: boolean } | null, provider?: string) {
  const started: string[] = []
  const [ofPicture, ofWindow]: [Listeners, Listeners] = [new Map(), new Map()]
  const later: (() => void)[] = []
  const listen = (listeners: Listeners) => (name: string, listener: () => void) =>
    listeners.set(name, listener)
  const document = {
    currentScript: { dataset: { page: '/assets/payment-1.js', ...(provider && { provider }) } },
    querySelector: () => picture && { ...picture, addEventListener: listen(ofPicture) },
    createElement: () => ({}),
    head: { append: ({ id, src }: { id: string; src: string }) => started.push(`${id} ${src}`) },
  }
  const context = createContext({
    document,
    addEventListener: listen(ofWindow),
    setTimeout: (begin: () => void) => later.push(begin),
    started,
  })
  // A context of its own imports nothing: what the page does is noted in its place.
  new Script(scriptsAfterPicture.replace('import(page)', 'started.push(page)')).runInContext(context)
  return { started, ofPicture, ofWindow, later }
}

const provider = 'https://js.example/stripe.js'
const both = ['/assets/payment-1.js', `provider-script ${provider}`]

test.each(['load', 'error'])('the scripts start once, at the %s of the picture', (name) => {
  const { started, ofPicture, ofWindow, later } = open({ complete: false }, provider)
  expect(started).toEqual([])
  ofPicture.get(name)?.()
  ofWindow.get('keydown')?.()
  later[0]?.()
  expect(started).toEqual(both)
})

test.each(['pointerdown', 'keydown', 'focusin'])('a buyer’s %s does not wait for the picture', (name) => {
  const { started, ofWindow } = open({ complete: false }, provider)
  ofWindow.get(name)?.()
  expect(started).toEqual(both)
})

test('a picture that takes too long is not waited for', () => {
  const { started, later } = open({ complete: false }, provider)
  later[0]?.()
  expect(started).toEqual(both)
})

test('they start at once where the picture is there already, or none is', () => {
  expect(open({ complete: true }, provider).started).toEqual(both)
  expect(open(null, provider).started).toEqual(both)
})

test('a page on which nothing can cost anything loads nothing of the provider’s', () => {
  expect(open({ complete: true }).started).toEqual(['/assets/payment-1.js'])
})
