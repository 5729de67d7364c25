import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Html, html } from '#pages/html.ts'

const stylesheets = {
  'card-frame': read('card-frame.css'),
  'payment-frame': read('payment-frame.css'),
  pages: read('pages.css'),
} as const

export type Page = {
  readonly title: string
  readonly stylesheet: keyof typeof stylesheets
  /** The path of the page's script, if it has one. */
  readonly script: string | undefined
  /** Attributes of the body element, for the script. */
  readonly data: Readonly<Record<string, string>>
  readonly body: Html
}

/** The page's own directives in its content security policy, in addition to the shared ones. */
type PagePolicy = {
  readonly frameAncestors: string
  readonly formAction: string
}

/** Sends a page that can load only its own script and style and can connect only to the sandbox. */
export function sendPage(reply: FastifyReply, page: Page, policy: PagePolicy): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce, policy))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    .type('text/html; charset=utf-8')
    .send(layout(page, nonce).toString())
}

/** The `frame-ancestors` directive for frames that the application embeds. */
export function embeddingOrigins(applicationOrigin: string): string {
  return `${applicationOrigin} http://localhost:* http://127.0.0.1:*`
}

function contentSecurityPolicy(nonce: string, policy: PagePolicy): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action ${policy.formAction}`,
    `frame-ancestors ${policy.frameAncestors}`,
  ].join('; ')
}

function layout(page: Page, nonce: string): Html {
  const attributes = Object.entries(page.data).map(([name, value]) => html` data-${name}="${value}"`)
  const script =
    page.script === undefined
      ? undefined
      : html`<script defer nonce="${nonce}" src="${page.script}"></script>`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${new Html(stylesheets[page.stylesheet])}
        </style>
        ${script}
      </head>
      <body${attributes}>${page.body}</body>
    </html>`
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}
