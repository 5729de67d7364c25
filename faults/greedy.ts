// Requests that use as much memory as possible while buyers pay.
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import { payAtLast } from './buyer.ts'
import { limitMemory, noLimit } from './memory-limit.ts'
import { startPostgres } from './postgres.ts'
import { settle } from './settle.ts'
import { openShop, runInShop, type Shop } from './shop.ts'

/** How much more memory the product can use than when it was ready, including the image process, in megabytes. */
const room = 448
const [megabyte, kilobyte] = [1024 * 1024, 1024]
const largestDelivery = megabyte
const largestBody = 256 * kilobyte
const deliveries = 400
const crumbled = 24
const quoted = 24
const pictures = 6
/**
 * A picture just below the limit of a hundred megapixels. Its camera rotation forces the decoder to load the
 * whole picture.
 */
const [width, height] = [9_900, 10_000]
const buyers = 40

/**
 * An anonymous client sends the largest allowed bodies without their last byte, bodies in pieces of one byte, and
 * bodies that are slow to parse. The seller uploads the largest pictures. The kernel limits the memory. Every buyer
 * must be able to pay in the end, the product must not exit, and the records must match.
 */
export async function runGreedyRequests(): Promise<string> {
  const group = await limitMemory(room)
  if (group === undefined) return noLimit
  const sockets: Socket[] = []
  const postgres = await startPostgres()
  try {
    return await runInShop(await openShop(await postgres.createDatabase(), tmpdir()), async (shop) => {
      const pid = shop.product.pid()
      await group.add(pid)
      const large = await largePicture()
      for (let left = deliveries; left > 0; left -= 1) sockets.push(hold(shop, largestDelivery))
      for (let left = crumbled; left > 0; left -= 1) sockets.push(crumble(shop))
      for (let left = quoted; left > 0; left -= 1) sockets.push(send(shop, '\\"'.repeat(largestBody / 2)))
      const uploads = Promise.allSettled(Array.from({ length: pictures }, () => shop.seller.upload(large)))
      const waits = await Promise.all(Array.from({ length: buyers }, () => payAtLast(shop)))
      const uploaded = await uploads
      if (!shop.product.isRunning() || shop.product.pid() !== pid) throw new Error('The product ended')
      await settle(shop)
      const made = uploaded.filter(({ status }) => status === 'fulfilled').length
      const slowest = (Math.max(...waits) / 1_000).toFixed(1)
      return `${buyers} bought, the slowest in ${slowest} s; ${made} of ${pictures} pictures were made`
    })
  } finally {
    for (const socket of sockets) socket.destroy()
    await group.remove()
    await postgres.stop()
  }
}

function open({ url }: Shop): Socket {
  const { hostname, port } = new URL(url)
  // The response and the time when the connection closes do not matter here.
  return connect(Number(port), hostname)
    .on('error', () => undefined)
    .resume()
}

const head = (path: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${more}\r\n\r\n`

/** Sends a webhook without its last byte, as anyone on the internet could. */
function hold(shop: Shop, length: number): Socket {
  const socket = open(shop)
  socket.write(head('/api/webhooks/stripe', `stripe-signature: t=1,v1=0\r\ncontent-length: ${length}`))
  socket.write(Buffer.alloc(length - 1, ' '))
  return socket
}

function send(shop: Shop, body: string): Socket {
  const socket = open(shop)
  socket.write(head('/api/stripe/pay-form', `content-length: ${body.length}`) + body)
  return socket
}

/** Sends an endless body in pieces of one byte. */
function crumble(shop: Shop): Socket {
  const socket = open(shop)
  socket.write(head('/api/stripe/pay-form', 'transfer-encoding: chunked'))
  socket.write('1\r\n \r\n'.repeat(largestBody - 1))
  return socket
}

async function largePicture(): Promise<Buffer> {
  const canvas = sharp({ create: { width, height, channels: 3, background: '#0f6e84' } })
  return canvas.withMetadata({ orientation: 6 }).png().toBuffer()
}
