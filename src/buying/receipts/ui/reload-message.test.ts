import { afterEach, expect, test, vi } from 'vitest'
import { reloadWithMessage, takeReloadMessage } from './subscription-actions.tsx'

afterEach(() => vi.unstubAllGlobals())

test('after a change, its message is shown only once and only on the changed purchase’s page', () => {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  const open = (pathname: string) =>
    vi.stubGlobal('window', { sessionStorage, location: { pathname, reload: () => undefined } })
  open('/purchases/one')
  reloadWithMessage('Everything is paid.')

  open('/purchases/another')
  expect(takeReloadMessage()).toBeNull()
  open('/purchases/one')
  expect(takeReloadMessage()).toBe('Everything is paid.')
  expect(takeReloadMessage()).toBeNull()
})
