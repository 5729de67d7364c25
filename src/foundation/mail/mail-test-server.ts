import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'

export type ReceivedMail = {
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  /** The message exactly as it was sent. */
  readonly source: string
  readonly headers: ReadonlyMap<string, string>
  /** The decoded bodies of the message, by content type. */
  readonly bodies: ReadonlyMap<string, string>
}

export type MailServer = {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** While set, the server rejects messages with this response. */
  refusal: { readonly code: number; readonly message: string } | undefined
  readonly close: () => Promise<void>
}

/** A real SMTP server on this machine that stores the messages it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const state: { refusal: MailServer['refusal'] } = { refusal: undefined }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Without this, the server could not parse quoted local parts.
    lenientAddressParsing: true,
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { refusal } = state
        if (refusal !== undefined) {
          done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
          return
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ envelope: { from, to }, ...parse(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get refusal() {
      return state.refusal
    },
    set refusal(refusal) {
      state.refusal = refusal
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}

/** Parses only the MIME needed for a message with text and HTML parts. */
function parse(source: string): Pick<ReceivedMail, 'source' | 'headers' | 'bodies'> {
  const { headers, body } = split(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`).slice(1, -1)
  const bodies = parts.map((part) => {
    const found = split(part.replace(/^\r\n/, ''))
    const type = found.headers.get('content-type')?.split(';')[0] ?? ''
    return [type, decode(found.body, found.headers.get('content-transfer-encoding') ?? '')] as const
  })
  return { source, headers, bodies: new Map(bodies) }
}

function split(text: string): { headers: Map<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { headers: new Map(headers), body: text.slice(end + 4) }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
