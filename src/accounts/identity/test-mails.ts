import type { TestApp } from '#test-app.ts'

/** The newest email of a kind to this address in the outbox, or undefined if there is none. */
export async function findTestMail(app: TestApp, recipient: string, kind: string) {
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (mail === undefined) return undefined
  const page = await (await fetch(`${app.url}/dev/mail/${mail.id}`)).text()
  const text = /<pre>([^]*)<\/pre>/.exec(page)?.[1] ?? ''
  return { ...mail, text, key: /#([\w-]{43})$/m.exec(text)?.[1] ?? '' }
}

/** The key in the newest link of a kind sent to this address, or empty if there is none. */
export async function keyFrom(app: TestApp, recipient: string, kind: string): Promise<string> {
  return (await findTestMail(app, recipient, kind))?.key ?? ''
}
