import { html, type Html } from './html.ts'

/** The headers of a plain page: nothing but its own style sheet, by `nonce`, is let in. */
export function plainPageHeaders(nonce: string) {
  return {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
  }
}

/** A page that needs no other file: what is said where no page of the product can be. */
export function plainPage({
  title,
  nonce,
  body,
}: {
  readonly title: string
  readonly nonce: string
  readonly body: Html
}): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          :root {
            color-scheme: light dark;
            font:
              16px/1.6 system-ui,
              sans-serif;
          }
          body {
            max-width: 40rem;
            margin: 0 auto;
            padding: 2rem 1.25rem;
            overflow-wrap: anywhere;
          }
          h1 {
            font-size: 1.5rem;
            line-height: 1.25;
          }
          pre {
            white-space: pre-wrap;
            border: 1px solid #8888;
            border-radius: 12px;
            padding: 0.75rem 1rem;
          }
          a {
            color: #7f1ccf;
          }
          @media (prefers-color-scheme: dark) {
            a {
              color: #c79bf2;
            }
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.html
}
