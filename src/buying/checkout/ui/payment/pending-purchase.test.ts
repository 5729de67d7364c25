import { expect, onTestFinished, test, vi } from 'vitest'
import { createPendingStore, leftAtBank, type PendingPurchase } from './pending-purchase.ts'

const pending: PendingPurchase = {
  key: 'key',
  body: {
    form: 'f',
    bumps: [],
    email: 'ada@example.com',
    name: 'Ada',
    isRepeat: false,
    quote: 'q',
    paymentMethodId: 'pm',
  },
  price: { currency: 'usd', lines: [], subtotal: 0, taxAmount: 0, total: 0 },
  purchase: null,
}

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  }
}

const memories = (tab: Storage, browser = memoryStorage()) => ({ tab: () => tab, browser: () => browser })

test('a purchase at a bank is stored for all tabs for up to an hour', () => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const [tab, browser] = [memoryStorage(), memoryStorage()]
  const store = createPendingStore('f', memories(tab, browser))
  store.write(pending)
  expect(browser.length).toBe(0)
  store.leave({ purchaseId: 'p', secret: 's' })
  expect(browser.length).toBe(1)
  vi.setSystemTime(59 * 60_000)
  expect(leftAtBank('f', () => browser)).toEqual({ purchaseId: 'p', secret: 's' })
  vi.setSystemTime(60 * 60_000)
  expect(leftAtBank('f', () => browser)).toBeNull()
  store.clear()
  expect([tab.length, browser.length]).toEqual([0, 0])
})

test('a pending purchase is stored only for its form', () => {
  const storage = memoryStorage()
  const store = createPendingStore('form-1', memories(storage))
  expect(store.read()).toBeNull()
  store.write(pending)
  expect(store.read()).toEqual(pending)
  expect(createPendingStore('form-2', memories(storage)).read()).toBeNull()
  store.clear()
  expect(store.read()).toBeNull()
})

test.for(['{', 'null', '[]', '{"key":1}', '{"key":"k","body":{},"price":{}}'])(
  'the page ignores %s in its storage',
  (text) => {
    const storage = memoryStorage()
    storage.setItem('tillform.purchase.f', text)
    expect(createPendingStore('f', memories(storage)).read()).toBeNull()
  },
)

test('a page without storage works and stores no purchase', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  const store = createPendingStore('f', { tab: refuse, browser: refuse })
  store.write(pending)
  store.leave({ purchaseId: 'p', secret: 's' })
  store.clear()
  expect(store.read()).toBeNull()
})
