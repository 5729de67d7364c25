// What makes the sellers' app one that can be installed: its manifest, its icons and its service worker.
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePicture } from '#foundation/pictures/encode-picture.ts'

/** Stands in the head of the app's document, and of no page of a buyer. */
export const installingHead =
  '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">'

const manifest = {
  id: '/forms',
  name: 'Tillform',
  short_name: 'Tillform',
  description: 'Payment forms that sell: build a checkout page in minutes.',
  start_url: '/forms',
  scope: '/',
  display: 'standalone',
  background_color: '#faf9fc',
  theme_color: '#7F1CCF',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Sales', url: '/sales' },
    { name: 'Forms', url: '/forms' },
  ],
}

/** Drawn from the one picture that there is; what a system cuts to its own shape goes to the edge. */
const icons = [
  { name: 'icon-192.png', size: 192, isCut: false },
  { name: 'icon-512.png', size: 512, isCut: false },
  { name: 'icon-maskable.png', size: 512, isCut: true },
  { name: 'apple-touch-icon.png', size: 180, isCut: true },
] as const

const day = 'public, max-age=86400'

/** `scope` lets anyone call its routes; `directory` is where the front end was built to. */
export async function registerInstalling(scope: FastifyInstance, directory: string): Promise<void> {
  const [picture, worker] = await Promise.all([
    readFile(join(directory, 'favicon.svg'), 'utf8'),
    readFile(join(directory, 'sw.js'), 'utf8'),
  ])
  scope.get('/favicon.svg', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', day).send(picture),
  )
  scope.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', day)
      .send(JSON.stringify(manifest)),
  )
  const etag = `"${createHash('sha256').update(worker).digest('base64url')}"`
  scope.get('/sw.js', async (request, reply) => {
    // A worker that stays behind would speak for an app that is gone: it is asked for each time.
    void reply.headers({
      etag,
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('text/javascript; charset=utf-8').send(worker)
  })
  for (const { name, size, isCut } of icons) {
    let drawn: Promise<Buffer> | undefined
    scope.get(`/${name}`, async (_request, reply) => {
      drawn ??= draw(isCut ? picture.replace('rx="9"', '') : picture, size)
      return reply
        .type('image/png')
        .header('cache-control', day)
        .send(await drawn)
    })
  }
}

async function draw(picture: string, size: number): Promise<Buffer> {
  return encodePicture({
    from: Buffer.from(picture),
    density: (72 * size) / 32,
    width: size,
    height: size,
    format: { type: 'png', compressionLevel: 6 },
  })
}
