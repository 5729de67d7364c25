import { html, type Html } from '#foundation/http/html.ts'

/** The frame of a message: one column that every mail program shows alike. */
export function mailDocument(heading: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <body style="margin:0;background:#f6f5f8;font:16px/1.5 system-ui,sans-serif;color:#1c1724">
        <table role="presentation" width="100%" style="max-width:560px;margin:0 auto;padding:24px">
          <tr>
            <td>
              <h1 style="font-size:22px;margin:0 0 16px">${heading}</h1>
              ${body}
            </td>
          </tr>
        </table>
      </body>
    </html>`.html
}

export function mailButton(label: string, url: string): Html {
  return html`<p style="margin:20px 0">
    <a
      href="${url}"
      style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1c1724;color:#fff;text-decoration:none;font-weight:600"
      >${label}</a
    >
  </p>`
}
