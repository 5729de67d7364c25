import { renderToStaticMarkup } from 'react-dom/server'
import { t } from '#foundation/language/t.ts'
import type { ForeignPageData, MessagePageData, PlainPageData } from '../pages/plain-page-data.ts'

/** Renders a plain page to HTML on the server. */
export function renderPlainPage(page: PlainPageData): string {
  return renderToStaticMarkup(<PlainPage page={page} />)
}

/** The texts of plain pages. */
function PlainPage({ page }: { readonly page: PlainPageData }) {
  return (
    <main>
      <h1>{page.title}</h1>
      {page.kind === 'unreadable' && (
        <p>
          {t('This link looks broken. Check for missing or odd characters, or ask the sender for a new one.')}
        </p>
      )}
      {page.kind === 'unknown' && <p>{t('Check the link, or ask the sender for a new one.')}</p>}
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

function ForeignPage({ there, publicUrl, asked, isLocal, sandboxPort }: ForeignPageData) {
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
      {isLocal || asked === null ? (
        <>
          <p>
            If you come through a forwarded port or a container, stop Tillform and start it again with the
            address that you use:
          </p>
          <pre>{`PUBLIC_URL=${asked ?? 'http://localhost:8080'} npm start`}</pre>
        </>
      ) : (
        <p>
          Development mode shows every mail to anyone, so only this machine can open it. From another machine,
          forward the port to your own and open it at localhost. For an address that others can open, start
          Tillform with NODE_ENV=production and the keys of Stripe, of test mode if you like.
        </p>
      )}
      {sandboxPort !== null && (
        <p>{`The card sandbox is at port ${sandboxPort}: forward it as well, to the same port number.`}</p>
      )}
    </>
  )
}
