import { connect } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import type { Load } from './load.ts'

/** How many requests run in parallel, each over its own persistent connection. */
const readers = 16
/** The buffer that all sockets share in turn, which usually fits a whole answer. */
const room = Buffer.allocUnsafe(128 * 1024)
const headEnd = '\r\n\r\n'
/** The header's name as Fastify writes it. */
const lengthName = 'content-length: '

/**
 * Requests a URL repeatedly with as little work as possible, so that the server is measured and not the client. The
 * request is prepared, and only the response's status and length are read. Fails if a response is not 2xx.
 */
export async function readAgain(
  address: string,
  seconds: number,
  headers: Readonly<Record<string, string>>,
): Promise<Load> {
  const { host, hostname, port, pathname, search } = new URL(address)
  const lines = Object.entries({ host, connection: 'keep-alive', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${head}\r\n`)
  const took = createHistogram()
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  const read = () =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let missing = 0
      const fail = (text: string) => void socket.destroy(new Error(`${address}: ${text}`))
      const ask = () => {
        sentAt = performance.now()
        socket.write(request)
      }
      const take = (size: number) => {
        missing = missing === 0 ? lengthOf(size) - size : missing - size
        if (Number.isNaN(missing) || missing < 0) fail(room.toString('latin1', 0, Math.min(size, 1_000)))
        if (missing !== 0) return true
        const now = performance.now()
        took.record(Math.ceil((now - sentAt) * 1e6))
        if (now < end) ask()
        else socket.destroy()
        return true
      }
      const socket = connect({ host: hostname, port: Number(port), onread: { buffer: room, callback: take } })
      socket.once('connect', ask).once('error', reject)
      socket.once('close', () =>
        performance.now() < end ? reject(new Error(`${address}: closed`)) : resolve(),
      )
    })
  await Promise.all(Array.from({ length: readers }, read))
  const elapsed = performance.now() - startedAt
  const requests = took.count
  const at = (percentile: number) => took.percentile(percentile) / 1e6
  return { requests, perSecond: (requests / elapsed) * 1_000, p50: at(50), p99: at(99) }
}

/** The length of the response that begins in the buffer, or NaN if it does not begin like a successful one. */
function lengthOf(size: number): number {
  const end = room.subarray(0, size).indexOf(headEnd)
  const head = room.toString('latin1', 0, Math.max(0, end))
  const at = head.indexOf(lengthName)
  if (!head.startsWith('HTTP/1.1 2') || at === -1) return Number.NaN
  return end + headEnd.length + Number.parseInt(head.slice(at + lengthName.length), 10)
}
