import { afterEach, expect, test, vi } from 'vitest'
import { reloadAndTell, takeTold } from './told-after-reload.ts'

afterEach(() => vi.unstubAllGlobals())

test('what was done about one purchase is told once, and never on the page of another', () => {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  const open = (pathname: string) =>
    vi.stubGlobal('window', { sessionStorage, location: { pathname, reload: () => undefined } })
  open('/purchases/one')
  reloadAndTell('Everything is paid.')

  open('/purchases/another')
  expect(takeTold()).toBeNull()
  open('/purchases/one')
  expect(takeTold()).toBe('Everything is paid.')
  expect(takeTold()).toBeNull()
})
