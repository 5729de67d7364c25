import { expect, test } from 'vitest'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { embedHosts, hostOf, isEmbedHost } from './embed-hosts.ts'
import { refuseEverybodysHosts } from './handlers.ts'

test.each([
  'example.com',
  'shop.example.co.uk',
  '*.example.com',
  'localhost',
  'localhost:3000',
  '127.0.0.1:65535',
  'xn--bcher-kva.example',
])('%s is a valid embed host', (host) => expect(isEmbedHost(host)).toBe(true))

test.each([
  '',
  '*',
  '*.com',
  '*.*.example.com',
  'a*.example.com',
  'https://example.com',
  'example.com/shop',
  'Example.com',
  'bücher.example',
  'example.com:0',
  'example.com:65536',
  '-example.com',
  'example..com',
  'example.com.',
  "example.com 'unsafe-inline'",
  `${'a'.repeat(64)}.com`,
])('"%s" is not a valid embed host', (host) => expect(isEmbedHost(host)).toBe(false))

test.each([
  ['https://Shop.example.com/courses?x=1', 'shop.example.com'],
  ['http://localhost:3000/', 'localhost:3000'],
  [' bücher.example ', 'xn--bcher-kva.example'],
  ['*.example.com', '*.example.com'],
  ['https://*.Example.com/shop', '*.example.com'],
  ['example.com.', 'example.com'],
  ['*.example.com,', '*.example.com'],
  ['not a host', 'not a host'],
])('the typed text "%s" becomes the host %s', (typed, host) => expect(hostOf(typed)).toBe(host))

test('pasted URLs become hosts without duplicates', () => {
  expect(embedHosts.parse(['https://Shop.example.com/courses', 'shop.example.com'])).toEqual([
    'shop.example.com',
  ])
})

test.each(['*.co.uk', '*.github.io', '*.com.br', '*.github.io:8443', '*.foo.ck'])(
  'the embed host %s is rejected because it covers unrelated sites',
  (host) => {
    expect(() => refuseEverybodysHosts(['example.com', host])).toThrow(InvalidFields)
  },
)

test('hosts without an asterisk, or with one below a site’s own domain, can embed forms', () => {
  const hosts = [
    '*.shop.co.uk',
    '*.ada.github.io',
    'github.io',
    '*.example.com',
    '*.intranet.local',
    'localhost:3000',
  ]
  expect(() => refuseEverybodysHosts(hosts)).not.toThrow()
  expect(() => refuseEverybodysHosts()).not.toThrow()
})
