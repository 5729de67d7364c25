import type { ForeignPageData, MessagePageData, PlainPageData } from '../plain-page-data.ts'

/** What is said where no page of the product can be. */
export function PlainPage({ page }: { readonly page: PlainPageData }) {
  return (
    <main>
      <h1>{page.title}</h1>
      {page.kind === 'unreadable' && (
        <p>
          The link seems to be broken. Check it for missing or odd characters, or ask whoever sent it to you.
        </p>
      )}
      {page.kind === 'foreign' && <ForeignPage {...page} />}
      {page.kind === 'message' && <MessagePage {...page} />}
    </main>
  )
}

function MessagePage({ text, action, link }: MessagePageData) {
  return (
    <>
      <p>{text}</p>
      {action !== null && (
        <form method="post">
          <button type="submit">{action}</button>
        </form>
      )}
      <p>
        <a href={link.url}>{link.label}</a>
      </p>
    </>
  )
}

function ForeignPage({ there, publicUrl, asked, sandboxPort }: ForeignPageData) {
  return (
    <>
      <p>
        {asked === null ? (
          'This page was opened'
        ) : (
          <>
            This page was opened at <strong>{asked}</strong>
          </>
        )}
        , but PUBLIC_URL, the address that Tillform is set to, is <a href={there}>{publicUrl}</a>. Signing in
        and paying by card work at that address alone.
      </p>
      <p>
        If you come through a forwarded port, a container, or a tunnel, stop Tillform and start it again with
        the address that you use:
      </p>
      <pre>{`PUBLIC_URL=${asked ?? 'https://the-address-you-use'} npm start`}</pre>
      {sandboxPort !== null && (
        <p>{`The card sandbox is at port ${sandboxPort}: forward it as well, under the same number.`}</p>
      )}
    </>
  )
}
