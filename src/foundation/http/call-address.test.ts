import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { callAddress, type CallOptions } from './call-address.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

const bound = z.object({ port: z.number() })

/** Starts a receiver on this machine and returns its URL. */
async function receive(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${bound.parse(server.address()).port}/hook`
}

const message = { headers: { 'content-type': 'application/json' }, body: '{"paid":"für 5 €"}' }
const asked = (url: string, options: Partial<CallOptions> = {}) =>
  callAddress(url, message, { allowsLoopback: false, resolve: () => Promise.resolve([]), ...options })
const here = { allowsLoopback: true } as const

/** URLs that a seller could enter to reach something private, and why each is rejected. */
const refused: readonly (readonly [url: string, failure: string])[] = [
  ['http://shop.com/hook', 'scheme'],
  ['ftp://shop.com/hook', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['shop.com/hook', 'unreadable'],
  ['https://user@shop.com/hook', 'credentials'],
  ['https://user:word@shop.com/hook', 'credentials'],
  ['https://shop.com:22/hook', 'port'],
  ['https://shop.com:80/hook', 'port'],
  ['https://localhost/hook', 'host'],
  ['https://localhost./hook', 'host'],
  ['https://ｌｏｃａｌｈｏｓｔ/hook', 'host'],
  ['https://a.localhost/hook', 'host'],
  ['https://shop/hook', 'host'],
  ['https://shop.com./hook', 'host'],
  ['https://db.internal/hook', 'host'],
  ['https://printer.local/hook', 'host'],
  ['https://router.home.arpa/hook', 'host'],
  ['https://127.0.0.1/hook', 'host'],
  ['https://127.0.0.1./hook', 'host'],
  ['https://127.1/hook', 'host'],
  ['https://2130706433/hook', 'host'],
  ['https://0x7f000001/hook', 'host'],
  ['https://0177.0.0.1/hook', 'host'],
  ['https://１２７。0。0。1/hook', 'host'],
  ['https://0/hook', 'host'],
  ['https://10.0.0.1/hook', 'host'],
  ['https://172.31.255.255/hook', 'host'],
  ['https://192.168.1.1/hook', 'host'],
  ['https://169.254.169.254/latest/meta-data', 'host'],
  ['https://168.63.129.16/hook', 'host'],
  ['https://100.100.100.200/hook', 'host'],
  ['https://198.18.0.1/hook', 'host'],
  ['https://203.0.113.9/hook', 'host'],
  ['https://224.0.0.1/hook', 'host'],
  ['https://255.255.255.255/hook', 'host'],
  ['https://[::1]/hook', 'host'],
  ['https://[::]/hook', 'host'],
  ['https://[::ffff:127.0.0.1]/hook', 'host'],
  ['https://[::ffff:a00:1]/hook', 'host'],
  ['https://[::ffff:8.8.8.8]/hook', 'host'],
  ['https://[::8.8.8.8]/hook', 'host'],
  ['https://[64:ff9b::7f00:1]/hook', 'host'],
  ['https://[64:ff9b::808:808]/hook', 'host'],
  ['https://[64:ff9b:1::1]/hook', 'host'],
  ['https://[2002:7f00:1::]/hook', 'host'],
  ['https://[2001:0:4136:e378::1]/hook', 'host'],
  ['https://[2001:db8::1]/hook', 'host'],
  ['https://[3fff::1]/hook', 'host'],
  ['https://[fe80::1]/hook', 'host'],
  ['https://[fd00::1]/hook', 'host'],
  ['https://[fec0::1]/hook', 'host'],
  ['https://[ff02::1]/hook', 'host'],
]

// Proves private-networks.
test.each(refused)('the address %s is rejected without a lookup', async (url, failure) => {
  let lookups = 0
  const resolve = () => Promise.resolve([`127.0.0.${(lookups += 1)}`])
  expect(await asked(url, { resolve })).toEqual({ status: 0, failure, text: '' })
  expect(lookups).toBe(0)
})

// Proves private-networks.
test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['::1'],
  ['fd12::1'],
  ['::ffff:192.168.0.1'],
  ['64:ff9b::a00:1'],
])('a name that resolves to %s is rejected', async (address) => {
  const resolve = () => Promise.resolve(['93.184.215.14', address])
  expect(await asked('https://shop.com/hook', { resolve })).toMatchObject({ failure: 'private' })
})

// Proves private-networks.
test('a host name that becomes private between two attempts is rejected on the second one', async () => {
  // A public address. The call is aborted before a response can arrive.
  const answers = [['2606:4700:0:0:0:0:0:1'], ['127.0.0.1']]
  const resolve = () => Promise.resolve(answers.shift() ?? [])
  const first = await asked('https://shop.com/hook', { resolve, within: 1 })
  const second = await asked('https://shop.com/hook', { resolve })

  expect(first.failure).not.toBe('private')
  expect(second).toMatchObject({ status: 0, failure: 'private' })
})

test('the connection uses the checked address, and TLS the original host name', async () => {
  const { promise: hello, resolve } = Promise.withResolvers<Buffer>()
  const server = createTcpServer((socket) => {
    socket.once('data', (bytes) => {
      resolve(bytes)
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  const { port } = bound.parse(server.address())
  const outcome = await asked(`https://hooks.localhost:${port}/hook`, here)

  expect(outcome.failure).toMatch(/^connection /)
  expect((await hello).includes('hooks.localhost')).toBe(true)
})

test('a response is returned with its status and its first kilobyte', async () => {
  const received: string[] = []
  const url = await receive((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString()))
    request.on('end', () => response.writeHead(201).end('a'.repeat(3_000_000)))
  })
  const { status, failure, text } = await asked(url, here)

  expect([status, failure, text]).toEqual([201, null, 'a'.repeat(1_024)])
  expect(received.join('')).toBe(message.body)
})

test('a redirect is not followed', async () => {
  let calls = 0
  const url = await receive((request, response) => {
    calls += 1
    response.writeHead(302, { location: request.url ?? '/' }).end()
  })
  expect(await asked(url, here)).toMatchObject({ status: 302, failure: null })
  expect(calls).toBe(1)
})

test('a receiver that never responds times out', async () => {
  const url = await receive(() => undefined)
  expect(await asked(url, { ...here, within: 50 })).toMatchObject({ status: 0, failure: 'timeout' })
})

test('a name server that never responds times out', async () => {
  const resolve = () => new Promise<string[]>(() => undefined)
  expect(await asked('https://shop.com/hook', { resolve, within: 50 })).toMatchObject({ failure: 'timeout' })
})

test('a call whose connection breaks off has no status, unless it had already arrived', async () => {
  const cut = await receive((request) => request.socket.destroy())
  expect(await asked(cut, here)).toMatchObject({ status: 0, failure: 'connection ECONNRESET' })
  const later = await receive((request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => request.socket.destroy())
  })
  expect(await asked(later, here)).toEqual({ status: 200, failure: null, text: 'half' })
})

test('an unknown name and a closed port are reported', async () => {
  expect(await asked('https://shop.com/hook')).toMatchObject({ failure: 'unresolved' })
  const url = await receive(() => undefined)
  stops.splice(0).forEach((stop) => stop())
  expect(await asked(url, here)).toMatchObject({ status: 0, failure: 'connection ECONNREFUSED' })
})

test('stopping ends a running call', async () => {
  const stop = new AbortController()
  const url = await receive(() => stop.abort(new Error('stopping')))
  await expect(asked(url, { ...here, stopping: stop.signal })).rejects.toThrow('stopping')
})
